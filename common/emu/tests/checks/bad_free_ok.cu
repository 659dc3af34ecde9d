// The pointer that cudaMalloc gave is freed.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a;
  cudaMalloc(&a, 400);
  float *b = a + 1;
  cudaError_t e = cudaFree(b - 1);
  printf("%s\n", e == cudaSuccess ? "freed" : "refused");
  return 0;
}
