// Blocks count by volatile loads and stores, with fences, but without waiting for each other: of two stores one is lost.
// expect: race-global kernel=count at=@lost
#include <cstdio>
#include <cuda_runtime.h>

__device__ volatile int n;

__global__ void count() {
  __threadfence();
  n = n + 1; // @lost
  __threadfence();
}

int main() {
  count<<<4, 32>>>();
  cudaDeviceSynchronize();
  printf("done\n");
  return 0;
}
