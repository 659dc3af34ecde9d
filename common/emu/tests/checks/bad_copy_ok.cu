// Copies whose kinds fit their pointers.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float h[16] = {0}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyDefault);
  cudaError_t e = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s\n", e == cudaSuccess ? "copied" : "refused");
  cudaFree(d);
  return 0;
}
