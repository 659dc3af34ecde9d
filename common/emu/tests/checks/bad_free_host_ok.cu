// Pinned host memory is freed with the call that belongs to it.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  float *a;
  cudaMallocHost(&a, 400);
  a[99] = 1;
  cudaError_t e = cudaFreeHost(a);
  printf("%s\n", e == cudaSuccess ? "freed" : "refused");
  return 0;
}
