// Three warps hand tiles on in a ring, round after round: the leading lane of each polls its flag and executes a fence, and
// __syncwarp hands on to the others what it has acquired, before it polls again.
// prints: 0 wrong
#include <cstdio>
#include <cuda_runtime.h>

enum { WARPS = 3, ROUNDS = 5 };

__global__ void ring(int *out) {
  __shared__ int tile[WARPS][32];
  __shared__ volatile int filled[WARPS];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32, next = (w + 1) % WARPS;
  if (lane == 0) filled[w] = w == 0;
  tile[w][lane] = lane;
  __syncthreads();
  for (int turn = 0; turn < ROUNDS; turn++) {
    if (lane == 0) {
      while (filled[w] != turn + 1) {
      }
      __threadfence_block();
    }
    __syncwarp();
    tile[next][lane] = tile[w][31 - lane] + 1;
    __threadfence_block();
    __syncwarp();
    if (lane == 0) filled[next] = turn + 1 + (next == 0);
  }
  __syncthreads();
  if (w == 0) out[lane] = tile[0][lane];
}

// Lanes in pairs: the even one of each polls, and hands on to the odd one by a mask of the two.
__global__ void pairs(int *out) {
  __shared__ int box[32];
  __shared__ volatile int full[16], taken[16];
  int t = threadIdx.x, pair = t % 32 / 2;
  unsigned both = 3u << (t % 32 / 2 * 2);
  if (t < 16) full[t] = taken[t] = 0;
  __syncthreads();
  for (int turn = 1; turn <= 4; turn++) {
    if (t % 2 == 0) {
      if (t < 32)
        while (taken[pair] < turn - 1) {
        }
      else
        while (full[pair] < turn) {
        }
      __threadfence_block();
    }
    __syncwarp(both);
    if (t < 32)
      box[t] = turn * 100 + t;
    else
      atomicAdd(&out[32], box[(t - 32) ^ 1]);
    __threadfence_block();
    __syncwarp(both);
    if (t % 2 == 0) {
      if (t < 32)
        full[pair] = turn;
      else
        taken[pair] = turn;
    }
  }
}

int main() {
  int *d, h[33], wrong = 0;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  ring<<<1, 32 * WARPS>>>(d);
  pairs<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int l = 0; l < 32; l++) {
    int expected = ROUNDS * WARPS % 2 ? 31 - l : l;
    wrong += h[l] != expected + ROUNDS * WARPS;
  }
  wrong += h[32] != 32 * 1000 + 4 * 496;
  printf("%d wrong\n", wrong);
  cudaFree(d);
  return 0;
}
