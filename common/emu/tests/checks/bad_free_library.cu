// The C library's free is given what cudaMalloc gave.
// expect: bad-free at=@free what~"host code frees" advice~"what cudaMalloc gave"
// fixed: Each goes back where it came from.
// prints: done
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

int main() {
  int *x, *y = (int *)malloc(64), *z = new int[4];
  cudaMalloc(&x, 64);
#ifndef FIXED
  free(x); // @free
#endif
  cudaFree(x);
  free(y);
  delete[] z;
  printf("done\n");
  return 0;
}
