// expect: hazard 1_interleaved out-of-bounds on emu
// fault: the last block loads 256 elements although fewer are left.
#include "reduce.h"
#define reduce_1_interleaved reference_interleaved
#include "../solution.cu"
#undef reduce_1_interleaved

static __global__ void no_boundary(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;
  s[t] = in[i];
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    if (t % (2 * stride) == 0) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(no_boundary, BLOCK, in, n, scratch, out);
}
