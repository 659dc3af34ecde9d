// Together they are just what a block may have.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(float *out) {
  __shared__ float s[10 * 1024];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  float *d;
  cudaMalloc(&d, 4096);
  fill<<<1, 32, 8 * 1024>>>(d); // @launch
  cudaError_t e = cudaGetLastError();
  printf("%s\n", e == cudaSuccess ? "launched" : "refused");
  cudaFree(d);
  return 0;
}
