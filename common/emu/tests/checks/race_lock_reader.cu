// A sum is read before all have added; those that add read it too, each after the one before it.
// expect: race-shared kernel=gather at=@add|@read other=@add|@read
// fixed: The same with a barrier between.
// prints: 32
#include <cstdio>
#include <cuda_runtime.h>

__global__ void gather(int *out) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) lock = sum = 0;
  __syncthreads();
  for (bool done = false; !done;) {
    if (atomicCAS_block(&lock, 0, 1) == 0) {
      __threadfence_block();
      sum = sum + 1; // @add
      __threadfence_block();
      atomicExch_block(&lock, 0);
      done = true;
    }
  }
#ifdef FIXED
  __syncthreads();
#endif
  if (threadIdx.x == 0) *out = sum; // @read
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, sizeof *d);
  gather<<<1, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
