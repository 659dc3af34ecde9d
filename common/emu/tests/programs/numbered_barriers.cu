// Barriers with numbers in inline PTX: half of a block waits for itself alone, and producers hand tiles to consumers by two
// barriers for each of two buffers, where one side arrives and goes on.
// shows: inline PTX | `bar.sync a, n`, `bar.arrive a, n` and `barrier.cta` of the same: numbered barriers of some of a block's threads
// prints: numbered_barriers: ok
#include "check.h"

__device__ void sync_some(int which, int n) {
  asm volatile("bar.sync %0, %1;" : : "r"(which), "r"(n) : "memory");
}
__device__ void arrive(int which, int n) {
  asm volatile("barrier.cta.arrive.aligned %0, %1;" : : "r"(which), "r"(n) : "memory");
}

enum { HALF = 64, ROUNDS = 5, TILES = 9 };

// Each half of the block adds up its own values, round after round, at a pace of its own.
__global__ void halves(int *out) {
  __shared__ int value[2][HALF];
  int half = threadIdx.x / HALF, t = threadIdx.x % HALF, sum = 0;
  for (int round = 0; round < ROUNDS * (1 + half); round++) {
    value[half][t] = t + round;
    sync_some(1 + half, HALF);
    sum += value[half][(t + 1) % HALF];
    sync_some(1 + half, HALF);
  }
  asm volatile("barrier.sync 3;" : : : "memory");
  out[blockIdx.x * 2 * HALF + threadIdx.x] = sum;
}

// Barriers 1 and 2: buffer 0 or 1 is full; 3 and 4: it is free.
__global__ void pipeline(const int *in, int *out) {
  __shared__ int tile[2][HALF];
  int t = threadIdx.x % HALF;
  if (threadIdx.x < HALF) {
    for (int k = 0; k < TILES; k++) {
      if (k >= 2) sync_some(3 + k % 2, 2 * HALF);
      tile[k % 2][t] = in[k * HALF + t];
      arrive(1 + k % 2, 2 * HALF);
    }
  } else {
    for (int k = 0; k < TILES; k++) {
      sync_some(1 + k % 2, 2 * HALF);
      out[k * HALF + t] = tile[k % 2][HALF - 1 - t];
      if (k + 2 < TILES) arrive(3 + k % 2, 2 * HALF);
    }
  }
}

int main() {
  const int n = TILES * HALF;
  int x[n], *in, *out;
  CUDA(cudaMalloc(&in, sizeof x));
  CUDA(cudaMalloc(&out, sizeof x));
  halves<<<3, 2 * HALF>>>(out);
  CUDA(cudaMemcpy(x, out, 3 * 2 * HALF * sizeof *x, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 3 * 2 * HALF; i++) {
    int t = i % HALF, rounds = ROUNDS * (1 + i / HALF % 2);
    expect("halves", i, x[i], rounds * ((t + 1) % HALF) + rounds * (rounds - 1) / 2);
  }
  for (int i = 0; i < n; i++) x[i] = 3 * i;
  CUDA(cudaMemcpy(in, x, sizeof x, cudaMemcpyHostToDevice));
  pipeline<<<1, 2 * HALF>>>(in, out);
  CUDA(cudaMemcpy(x, out, sizeof x, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) expect("pipeline", i, x[i], 3 * (i / HALF * HALF + HALF - 1 - i % HALF));
  CUDA(cudaFree(in));
  CUDA(cudaFree(out));
  return finish("numbered_barriers");
}
