// expect: inefficient 4_first_add global_bytes on emu
// fault: looks first whether all elements of the block are 0, to skip it: each one is loaded twice.
#include "reduce.h"
#define reduce_4_first_add reference_first_add
#include "../solution.cu"
#undef reduce_4_first_add

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
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reads_twice, 2 * BLOCK, in, n, scratch, out);
}
