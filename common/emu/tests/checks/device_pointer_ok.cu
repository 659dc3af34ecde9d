// The host copies device memory before it reads it.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *d, h;
  cudaMalloc(&d, 400);
  cudaMemset(d, 0, 400);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h);
  cudaFree(d);
  return 0;
}
