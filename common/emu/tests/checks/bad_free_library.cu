// The C library's free is given what cudaMalloc gave.
// expect: bad-free at=@free what~"host code frees"
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

int main() {
  int *x;
  cudaMalloc(&x, 64);
  free(x); // @free
  cudaFree(x);
  printf("done\n");
  return 0;
}
