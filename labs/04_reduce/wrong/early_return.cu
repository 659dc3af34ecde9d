// expect: hazard 1_interleaved barrier-not-reached on emu
// fault: threads past the end return before the barriers and leave their words of shared memory unset.
#include "reduce.h"
#define reduce_1_interleaved reference_interleaved
#include "../solution.cu"
#undef reduce_1_interleaved

static __global__ void early_return(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;
  if (i >= n) return;
  s[t] = in[i];
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    if (t % (2 * stride) == 0) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(early_return, BLOCK, in, n, scratch, out);
}
