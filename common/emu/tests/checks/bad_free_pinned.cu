// cudaFree of memory that cudaMallocHost gave.
// expect: bad-free at=@free advice~"cudaFreeHost frees what"
// expect: leak at=@malloc
// fixed: cudaFreeHost of memory that cudaMallocHost gave.
// prints: 5
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  int *p;
  cudaMallocHost(&p, 8 * sizeof(int)); // @malloc
  p[0] = 5;
  printf("%d\n", p[0]);
#ifdef FIXED
  cudaFreeHost(p);
#else
  cudaFree(p); // @free
#endif
  return 0;
}
