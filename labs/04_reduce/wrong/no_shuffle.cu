// expect: inefficient 6_shuffle warp_exchanges on emu
// fault: warp 0 adds up the rows of shared memory, and its lane 0 the 32 sums: no value travels by a shuffle.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void no_shuffle(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  s[t] = sum;
  __syncthreads();
  if (t >= WARP) return;
  for (int k = WARP; k < BLOCK; k += WARP) sum += s[t + k];
  s[t] = sum;
  __syncwarp();
  if (t > 0) return;
  for (int k = 1; k < WARP; k++) sum += s[k];
  partial[blockIdx.x] = sum;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(no_shuffle, 2 * BLOCK, in, n, scratch, out);
}
