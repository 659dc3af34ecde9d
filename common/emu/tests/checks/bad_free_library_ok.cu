// Each goes back where it came from.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

int main() {
  int *x, *y = (int *)malloc(64), *z = new int[4];
  cudaMalloc(&x, 64);
  cudaFree(x);
  free(y);
  delete[] z;
  printf("done\n");
  return 0;
}
