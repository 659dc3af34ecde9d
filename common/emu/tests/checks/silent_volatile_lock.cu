// A ticket lock that is given back by a volatile store, between blocks and between warps; a word that goes from block to
// block by volatile stores, each behind the load that saw the last.
// prints: 4 4
#include <cstdio>
#include <cuda_runtime.h>

__device__ int next_ticket, serving, total;
__device__ volatile int turn;

__global__ void count() {
  if (threadIdx.x) return;
  int ticket = atomicAdd(&next_ticket, 1);
  while (*(volatile int *)&serving != ticket) continue;
  __threadfence();
  total++;
  __threadfence();
  *(volatile int *)&serving = ticket + 1;
}

__global__ void in_turn(int *sum) {
  while (turn != (int)blockIdx.x) continue;
  __threadfence();
  *sum += 1;
  __threadfence();
  turn = blockIdx.x + 1;
}

__global__ void warps(int *sum) {
  __shared__ volatile int now;
  __shared__ int drawn, s;
  if (threadIdx.x == 0) now = 0, drawn = 0, s = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    int ticket = atomicAdd(&drawn, 1);
    while (now != ticket) continue;
    __threadfence_block();
    s++;
    __threadfence_block();
    now = ticket + 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) sum[1] = s;
}

int main() {
  int *x, h[2];
  cudaMalloc(&x, sizeof h);
  cudaMemset(x, 0, sizeof h);
  count<<<4, 32>>>();
  in_turn<<<4, 1>>>(x);
  warps<<<1, 128>>>(x);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(x);
  printf("%d %d\n", h[0], h[1]);
  return h[0] != 4 || h[1] != 4;
}
