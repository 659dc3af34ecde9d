// A pointer into the middle of an allocation is freed.
// expect: bad-free at=@free
// fixed: The pointer that cudaMalloc gave is freed.
// prints: freed
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a;
  cudaMalloc(&a, 400);
  float *b = a + 1;
#ifdef FIXED
  cudaError_t e = cudaFree(b - 1);
#else
  cudaError_t e = cudaFree(b); // @free
#endif
  printf("%s\n", e == cudaSuccess ? "freed" : "refused");
#ifndef FIXED
  cudaFree(a);
#endif
  return 0;
}
