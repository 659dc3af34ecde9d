// A tile without room for its halo. The index and the extent of the array must be named.
// expect: out-of-bounds kernel=halo at=@write block=0,0,0 thread=0,0,0 what~64 what~"float [64]" advice~"an index must"
// fixed: A tile with room for its halo.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__global__ void halo(float *out) {
#ifdef FIXED
  __shared__ float s[65];
#else
  __shared__ float s[64];
#endif
  int t = threadIdx.x;
  s[t] = t;
  if (t == 0) s[t + 64] = 64; // @write
  __syncthreads();
#ifdef FIXED
  out[t] = s[t] + s[t + 1];
#else
  out[t] = s[t];
#endif
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  halo<<<1, 64>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
