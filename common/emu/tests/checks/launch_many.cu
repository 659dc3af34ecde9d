// A block of 1025 threads.
// note: launch-refused kernel=fill at=@launch
// fixed: A block of 1024 threads.
// prints: launched
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[threadIdx.x] = 1;
}

int main() {
  float *d;
  cudaMalloc(&d, 4096);
#ifdef FIXED
  fill<<<1, 1024>>>(d);
#else
  fill<<<1, 1025>>>(d); // @launch
#endif
  cudaError_t e = cudaGetLastError();
  printf("%s\n", e == cudaSuccess ? "launched" : "refused");
  cudaFree(d);
  return 0;
}
