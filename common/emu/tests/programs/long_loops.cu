// Loops that take long and end: in registers, a block may take 268 million steps for each of its warps; one that goes on
// changing memory may take more of them. No kernel here is endless, and none is told to be.
// shows: kernels | loops of some 1,000 million steps a block, more with `EMU_STEPS`
// prints: long_loops: ok
#include "check.h"

enum { ROUNDS = 4400000, STORES = 1000, BETWEEN = 8800 };

__global__ void spin(unsigned *out) {
  unsigned x = threadIdx.x + 1;
  for (int i = 0; i < ROUNDS; i++) x = x * 1664525u + 1013904223u;
  out[threadIdx.x] = x;
  if (threadIdx.x >= 32) return;
  for (int s = 0; s < STORES; s++) {
    for (int i = 0; i < BETWEEN; i++) x = x * 1664525u + 1013904223u;
    out[threadIdx.x] = x;
  }
}

static unsigned expected(unsigned x, long rounds) {
  while (rounds--) x = x * 1664525u + 1013904223u;
  return x;
}

int main() {
  unsigned *d, h[64];
  cudaMalloc(&d, sizeof h);
  spin<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  expect("storing", 0, h[0], expected(1, ROUNDS + (long)STORES * BETWEEN));
  expect("in registers", 40, h[40], expected(41, ROUNDS));
  cudaFree(d);
  return finish("long_loops");
}
