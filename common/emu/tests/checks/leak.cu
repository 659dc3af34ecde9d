// An allocation is never freed.
// expect: leak at=@malloc
// fixed: Every allocation is freed, a null pointer too.
// prints: done
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a, *b, *none = nullptr;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 800); // @malloc
#ifdef FIXED
  cudaFree(b);
#endif
  cudaFree(a);
  cudaFree(none);
  printf("done\n");
  return 0;
}
