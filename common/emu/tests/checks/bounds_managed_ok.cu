// A kernel stops at the end of managed memory.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *p) {
  p[threadIdx.x] = 1;
}

int main() {
  int *p;
  cudaMallocManaged(&p, 8 * sizeof(int));
  p[0] = 5;
  fill<<<1, 8>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
  return 0;
}
