// An allocation is freed twice.
// expect: bad-free at=@again
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a;
  cudaMalloc(&a, 400);
  cudaFree(a);
  cudaError_t e = cudaFree(a); // @again
  printf("%s\n", e == cudaSuccess ? "freed twice" : "refused");
  return 0;
}
