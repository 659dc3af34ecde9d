// expect: wrong 3_sequential
// fault: every element is rounded to a multiple of 2^-16, as a sum in fixed point would do.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

static __global__ void rounded(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;

  s[t] = i < n ? rintf(in[i] * 65536) / 65536 : 0;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(rounded, BLOCK, in, n, scratch, out);
}
