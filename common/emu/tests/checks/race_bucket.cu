// A lock for each bucket, given back too early in global and without a fence in shared memory.
// expect: race-global kernel=insert at=@sum other=@sum
// expect: race-shared kernel=insert_shared at=@shared other=@shared
// fixed: Each lock is given back behind what it guards, and behind a fence.
// prints: 32
#include <cstdio>
#include <cuda_runtime.h>

__global__ void insert(int *lock, int *count, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, b = i * 7 % 13;
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[b], 0, 1) == 0) {
      __threadfence();         // another block may have had it
      count[b] = count[b] + 1; // @count
#ifdef FIXED
      sum[b] += i;
#endif
      __threadfence();
      atomicExch(&lock[b], 0);
#ifndef FIXED
      sum[b] += i; // @sum
#endif
      done = true;
    }
  }
}

__global__ void insert_shared(int *out) {
  __shared__ int lock[8], count[8];
  int t = threadIdx.x;
  if (t < 8) lock[t] = count[t] = 0;
  __syncthreads();
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[t % 8], 0, 1) == 0) {
      count[t % 8] += t; // @shared
#ifdef FIXED
      __threadfence_block();
#endif
      atomicExch(&lock[t % 8], 0);
      done = true;
    }
  }
  __syncthreads();
  if (t < 8) out[blockIdx.x * 8 + t] = count[t];
}

__device__ unsigned ticket, serving;

__global__ void by_ticket(int *x) {
  if (threadIdx.x % 32) return;
  unsigned mine = atomicAdd(&ticket, 1u);
  while (atomicAdd(&serving, 0u) != mine) {
  }
  x[0] += 1;
  __threadfence();
  x[64 + blockIdx.x * 4 + threadIdx.x / 32] = 5; // its own: no fence behind it is needed
  atomicAdd(&serving, 1u);
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  insert<<<8, 96>>>(d, d + 100, d + 200);
  insert_shared<<<4, 128>>>(d + 300);
  by_ticket<<<8, 128>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
