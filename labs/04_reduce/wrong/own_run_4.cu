// expect: inefficient 4_first_add sectors_per_load on emu
// fault: each thread adds up a run of its own, and nobody shares anything.
#include "reduce.h"
#define reduce_4_first_add reference
#include "../solution.cu"
#undef reduce_4_first_add

static __global__ void own_run(const float *in, int64_t n, float *partial) {
  int64_t first = (int64_t)blockIdx.x * BLOCK * BLOCK + (int64_t)threadIdx.x * BLOCK;
  __shared__ float s[BLOCK];
  float sum = 0;
  for (int64_t i = first; i < first + BLOCK && i < n; i++) sum += in[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x) return;
  for (int t = 1; t < BLOCK; t++) sum += s[t];
  partial[blockIdx.x] = sum;
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(own_run, BLOCK * BLOCK, in, n, scratch, out);
}
