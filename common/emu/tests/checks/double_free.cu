// An allocation is freed twice.
// expect: bad-free at=@again
// fixed: An allocation is freed, made again and freed again.
// prints: freed
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a;
  cudaMalloc(&a, 400);
  cudaFree(a);
#ifdef FIXED
  cudaMalloc(&a, 400);
#endif
  cudaError_t e = cudaFree(a); // @again
  printf("%s\n", e == cudaSuccess ? "freed" : "refused");
  return 0;
}
