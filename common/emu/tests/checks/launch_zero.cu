// A block of no threads.
// expect: invalid-launch kernel=fill at=@launch
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  out[threadIdx.x] = 1;
}

int main() {
  float *d;
  cudaMalloc(&d, 4096);
  fill<<<1, 0>>>(d); // @launch
  cudaError_t e = cudaGetLastError();
  printf("%s\n", e == cudaSuccess ? "launched" : "refused");
  cudaFree(d);
  return 0;
}
