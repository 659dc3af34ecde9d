// An index behind the last shared array, through a pointer that has lost the array's extent.
// expect: out-of-bounds kernel=fill at=@write block=0,0,0 thread=63,0,0 what~64
// fixed: The same with an array that is large enough.
// prints: 1
#include <cstdio>
#include <cuda_runtime.h>

__device__ void put(float *s, int i) {
  s[i] = i; // @write
}

__global__ void fill(float *out) {
#ifdef FIXED
  __shared__ float a[65];
#else
  __shared__ float a[64];
#endif
  int t = threadIdx.x;
  put(a, t + 1);
  __syncthreads();
  out[t] = a[t > 0 ? t : 1];
}

int main() {
  float *d;
  cudaMalloc(&d, 64 * sizeof(float));
  cudaMemset(d, 0, 64 * sizeof(float));
  fill<<<1, 64>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
