// expect: inefficient 5_unroll_last_warp global_bytes on emu
// fault: looks first whether all elements of the block are 0, to skip it: each one is loaded twice.
#include "reduce.h"
#define reduce_5_unroll_last_warp reference_unroll_last_warp
#include "../solution.cu"
#undef reduce_5_unroll_last_warp

static __global__ void reads_twice(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;

  if (!__syncthreads_or((i < n && in[i] != 0) || (i + BLOCK < n && in[i + BLOCK] != 0))) {
    if (t == 0) partial[blockIdx.x] = 0;
    return;
  }
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  s[t] = sum;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > WARP; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t < WARP) {
    sum = s[t] + s[t + 32];
    sum = warp_step(s, t, sum, 16);
    sum = warp_step(s, t, sum, 8);
    sum = warp_step(s, t, sum, 4);
    sum = warp_step(s, t, sum, 2);
    sum = warp_step(s, t, sum, 1);
    if (t == 0) partial[blockIdx.x] = sum;
  }
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reads_twice, 2 * BLOCK, in, n, scratch, out);
}
