// expect: hazard 4_first_add out-of-bounds on emu
// fault: the boundary test covers the first of the two loads only.
#include "reduce.h"
#define reduce_4_first_add reference_first_add
#include "../solution.cu"
#undef reduce_4_first_add

static __global__ void half_a_boundary(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  s[t] = i < n ? in[i] + in[i + BLOCK] : 0;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(half_a_boundary, 2 * BLOCK, in, n, scratch, out);
}
