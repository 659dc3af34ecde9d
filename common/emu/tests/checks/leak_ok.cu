// Every allocation is freed, a null pointer too.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a, *b, *none = nullptr;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 800);
  cudaFree(b);
  cudaFree(a);
  cudaFree(none);
  printf("done\n");
  return 0;
}
