// A lock for each bucket, given back too early in global and without a fence in shared memory.
// expect: race-global kernel=insert at=@sum other=@sum
// expect: race-shared kernel=insert_shared at=@shared other=@shared
#include <cstdio>
#include <cuda_runtime.h>

__global__ void insert(int *lock, int *count, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, b = i * 7 % 13;
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[b], 0, 1) == 0) {
      count[b] = count[b] + 1; // @count
      __threadfence();
      atomicExch(&lock[b], 0);
      sum[b] += i; // @sum
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
      atomicExch(&lock[t % 8], 0);
      done = true;
    }
  }
  __syncthreads();
  if (t < 8) out[blockIdx.x * 8 + t] = count[t];
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, 4096 * sizeof(int));
  cudaMemset(d, 0, 4096 * sizeof(int));
  insert<<<8, 96>>>(d, d + 100, d + 200);
  insert_shared<<<4, 128>>>(d + 300);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(d);
  return 0;
}
