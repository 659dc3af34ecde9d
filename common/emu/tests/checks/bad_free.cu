// A pointer into the middle of an allocation is freed.
// expect: bad-free at=@free
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a;
  cudaMalloc(&a, 400);
  cudaError_t e = cudaFree(a + 1); // @free
  printf("%s\n", e == cudaSuccess ? "freed" : "refused");
  cudaFree(a);
  return 0;
}
