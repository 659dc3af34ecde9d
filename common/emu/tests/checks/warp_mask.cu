// A shuffle whose mask names lanes that do not take part.
// expect: warp-sync-mask kernel=pass at=@shuffle block=0,0,0 advice~"every lane named"
// fixed: A shuffle whose mask names the lanes that take part.
// prints: 3
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pass(float *out) {
  int t = threadIdx.x;
  float v = t;
#ifdef FIXED
  if (t < 16) v = __shfl_sync(0x0000ffffu, v, 3);
#else
  if (t < 16) v = __shfl_sync(0xffffffffu, v, 3); // @shuffle
#endif
  __syncthreads();
  out[t] = v;
}

int main() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMemset(d, 0, 32 * sizeof(float));
  pass<<<1, 32>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
