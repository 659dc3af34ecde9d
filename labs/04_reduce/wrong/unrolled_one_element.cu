// expect: inefficient 5_unroll_last_warp blocks on emu
// fault: the last warp is unrolled, but a thread loads one element again: twice the blocks.
#include "reduce.h"
#define reduce_5_unroll_last_warp reference_unroll_last_warp
#include "../solution.cu"
#undef reduce_5_unroll_last_warp

static __global__ void unrolled_one_element(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > WARP; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t < WARP) {
    float sum = s[t] + s[t + 32];
    sum = warp_step(s, t, sum, 16);
    sum = warp_step(s, t, sum, 8);
    sum = warp_step(s, t, sum, 4);
    sum = warp_step(s, t, sum, 2);
    sum = warp_step(s, t, sum, 1);
    if (t == 0) partial[blockIdx.x] = sum;
  }
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(unrolled_one_element, BLOCK, in, n, scratch, out);
}
