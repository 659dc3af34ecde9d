// expect: inefficient 2_strided_index global_bytes on emu
// fault: looks first whether all elements of the block are 0, to skip it: each one is loaded twice.
#include "reduce.h"
#define reduce_2_strided_index reference_strided_index
#include "../solution.cu"
#undef reduce_2_strided_index

static __global__ void reads_twice(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;

  if (!__syncthreads_or(i < n && in[i] != 0)) {
    if (t == 0) partial[blockIdx.x] = 0;
    return;
  }
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    int k = 2 * stride * t;
    if (k < BLOCK) s[k] += s[k + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_2_strided_index(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reads_twice, BLOCK, in, n, scratch, out);
}
