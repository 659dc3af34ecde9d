// expect: wrong 5_unroll_last_warp on emu
// fault: the last warp trusts its lanes to move in step: volatile, but no __syncwarp.
#include "reduce.h"
#define reduce_5_unroll_last_warp reference_unroll_last_warp
#include "../solution.cu"
#undef reduce_5_unroll_last_warp

static __global__ void trusts_lockstep(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  s[t] = sum;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > WARP; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t < WARP) {
    volatile float *v = s;
    v[t] += v[t + 32];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(trusts_lockstep, 2 * BLOCK, in, n, scratch, out);
}
