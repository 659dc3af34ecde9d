// One element of the shared array is never written before it is read.
// expect: uninitialised-read kernel=fold at=@read block=0,0,0 thread=63,0,0
// fixed: The whole shared array is written before it is read.
// prints: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fold(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
#ifdef FIXED
  s[t] = t;
#else
  if (t != 63) s[t] = t;
#endif
  __syncthreads();
  out[t] = s[t]; // @read
}

int main() {
  float *d;
  cudaMalloc(&d, 256 * sizeof(float));
  cudaMemset(d, 0, 256 * sizeof(float));
  fold<<<1, 64>>>(d);
  float h = -1;
  cudaMemcpy(&h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", (double)h);
  cudaFree(d);
  return 0;
}
