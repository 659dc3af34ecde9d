// A host pointer is given to cudaFree.
// expect: bad-free at=@free
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  static float a[100];
  cudaError_t e = cudaFree(a); // @free
  printf("%s\n", e == cudaSuccess ? "freed" : "refused");
  return 0;
}
