// An allocation is never freed.
// expect: leak at=@malloc
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a, *b;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 800); // @malloc
  cudaFree(a);
  printf("done\n");
  return 0;
}
