// A lock with a fence behind taking it and before giving it back.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int lock, total;

__global__ void add() {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    total = total + 1;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

int main() {
  add<<<8, 128>>>();
  int h = -1;
  cudaMemcpyFromSymbol(&h, total, sizeof h);
  printf("%d\n", h);
  return 0;
}
