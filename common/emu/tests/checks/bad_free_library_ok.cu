// Each goes back where it came from.
#include <cstdlib>
#include <cuda_runtime.h>

int main() {
  int *x, *y = (int *)malloc(64), *z = new int[4];
  cudaMalloc(&x, 64);
  cudaFree(x);
  free(y);
  delete[] z;
  return 0;
}
