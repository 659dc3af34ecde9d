// expect: inefficient 4_first_add simt_efficiency on emu
// fault: the first addition while loading, on top of the tree of stage 1: divergence is back.
#include "reduce.h"
#define reduce_4_first_add reference_first_add
#include "../solution.cu"
#undef reduce_4_first_add

static __global__ void first_add_interleaved(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  s[t] = sum;
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    if (t % (2 * stride) == 0) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(first_add_interleaved, 2 * BLOCK, in, n, scratch, out);
}
