// expect: inefficient 5_unroll_last_warp shared_wavefronts_excess on emu
// fault: the last warp is unrolled, but the steps before it use stage 2's indices: bank conflicts.
#include "reduce.h"
#define reduce_5_unroll_last_warp reference_unroll_last_warp
#include "../solution.cu"
#undef reduce_5_unroll_last_warp

static __global__ void unrolled_strided(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  s[t] = sum;
  __syncthreads();
  for (int stride = 1; stride < BLOCK / WARP / 2; stride *= 2) {
    int k = 2 * stride * t;
    if (k < BLOCK) s[k] += s[k + stride];
    __syncthreads();
  }
  if (t < WARP) {
    sum = s[4 * t] + s[4 * t + 128];
    __syncwarp();
    sum = warp_step(s, t, sum, 16);
    sum = warp_step(s, t, sum, 8);
    sum = warp_step(s, t, sum, 4);
    sum = warp_step(s, t, sum, 2);
    sum = warp_step(s, t, sum, 1);
    if (t == 0) partial[blockIdx.x] = sum;
  }
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(unrolled_strided, 2 * BLOCK, in, n, scratch, out);
}
