// Blocks take one lock by a swap, add to a sum behind it and give it back behind a fence. Nothing orders what follows the swap.
// expect: race-global kernel=add at=@sum other=@sum advice~"after the atomic that takes the lock"
// expect: race-global kernel=add_narrow at=@narrow other=@narrow advice~"block scope"
// fixed: A fence behind the swap, of the device's scope.
// prints: 8 8 8
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int *lock, int *sum) {
  if (threadIdx.x) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
#ifdef FIXED
  __threadfence();
#endif
  *sum += 1; // @sum
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void add_narrow(int *lock, int *sum) {
  if (threadIdx.x) return;
  while (atomicExch(lock, 1) != 0) {
  }
#ifdef FIXED
  __threadfence();
#else
  __threadfence_block();
#endif
  *sum += 1; // @narrow
  __threadfence();
  atomicExch(lock, 0);
}

// The last block's reduction has no fence behind its count: the barrier and the count order it here.
__global__ void last_block(int *partial, unsigned *count, int *sum) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = 1;
    __threadfence();
    last = atomicInc(count, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0)
    for (unsigned b = 0; b < gridDim.x; b++) *sum += partial[b];
}

int main() {
  int *d, h[3];
  cudaMalloc(&d, 64 * sizeof(int));
  cudaMemset(d, 0, 64 * sizeof(int));
  add<<<8, 32>>>(d + 8, d);
  add_narrow<<<8, 32>>>(d + 9, d + 1);
  last_block<<<8, 32>>>(d + 16, (unsigned *)d + 10, d + 2);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[1], h[2]);
  cudaFree(d);
  return 0;
}
