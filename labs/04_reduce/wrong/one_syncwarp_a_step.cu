// expect: hazard 5_unroll_last_warp race-shared on emu
// fault: one __syncwarp a step: a lane may store its new sum before another has read the old one.
#include "reduce.h"
#define reduce_5_unroll_last_warp reference_unroll_last_warp
#include "../solution.cu"
#undef reduce_5_unroll_last_warp

static __global__ void one_syncwarp(const float *in, int64_t n, float *partial) {
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
    for (int distance = WARP; distance > 0; distance /= 2) {
      s[t] += s[t + distance];
      __syncwarp();
    }
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(one_syncwarp, 2 * BLOCK, in, n, scratch, out);
}
