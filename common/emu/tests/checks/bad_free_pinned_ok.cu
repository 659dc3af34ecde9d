// cudaFreeHost of memory that cudaMallocHost gave.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  int *p;
  cudaMallocHost(&p, 8 * sizeof(int));
  p[0] = 5;
  printf("%d\n", p[0]);
  cudaFreeHost(p);
  return 0;
}
