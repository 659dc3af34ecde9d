// A lock without fences: the next holder may not see what the last one wrote.
// expect: race-global kernel=add at=@write other=@write
// fixed: A lock with a fence behind taking it and before giving it back.
// prints: 32
#include <cstdio>
#include <cuda_runtime.h>

__device__ int lock, total;

__global__ void add() {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
#ifdef FIXED
    __threadfence();
#endif
    total = total + 1; // @write
#ifdef FIXED
    __threadfence();
#endif
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
