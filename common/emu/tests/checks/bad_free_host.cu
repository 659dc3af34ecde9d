// A host pointer is given to cudaFree.
// expect: bad-free at=@free
// fixed: Pinned host memory is freed with the call that belongs to it.
// prints: freed
#include <cstdio>
#include <cuda_runtime.h>

int main() {
#ifdef FIXED
  float *a;
  cudaMallocHost(&a, 400);
  a[99] = 1;
  cudaError_t e = cudaFreeHost(a);
#else
  static float a[100];
  cudaError_t e = cudaFree(a); // @free
#endif
  printf("%s\n", e == cudaSuccess ? "freed" : "refused");
  return 0;
}
