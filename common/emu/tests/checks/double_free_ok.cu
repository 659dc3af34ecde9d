// An allocation is freed, made again and freed again.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a;
  cudaMalloc(&a, 400);
  cudaFree(a);
  cudaMalloc(&a, 400);
  cudaError_t e = cudaFree(a);
  printf("%s\n", e == cudaSuccess ? "freed" : "refused");
  return 0;
}
