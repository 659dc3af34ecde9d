// Two warps hand data over by a volatile flag in shared memory, with fences on both sides; two lanes by one behind a
// __syncwarp; an atomic sets a flag that a volatile load asks for.
// prints: done
#include <cstdio>
#include <cuda_runtime.h>

__global__ void hand_over(int *out) {
  __shared__ volatile int flag, lanes;
  __shared__ int data, answer;
  if (threadIdx.x == 0) flag = 0, answer = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 42;
    __threadfence_block();
    flag = 1;
    while (*(volatile int *)&answer == 0) continue;
  } else if (threadIdx.x == 32) {
    while (flag == 0) continue;
    __threadfence_block();
    *out = data;
    atomicExch(&answer, 1);
  } else if (threadIdx.x / 32 == 2) {
    if (threadIdx.x % 32 == 5) lanes = 7;
    __syncwarp();
    out[threadIdx.x] = lanes;
  }
}

int main() {
  int *x;
  cudaMalloc(&x, 96 * sizeof *x);
  hand_over<<<1, 96>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
  printf("done\n");
  return 0;
}
