// expect: inefficient 6_shuffle global_bytes on emu
// fault: looks first whether all elements of the block are 0, to skip it: each one is loaded twice.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void reads_twice(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;

  if (!__syncthreads_or((i < n && in[i] != 0) || (i + BLOCK < n && in[i + BLOCK] != 0))) {
    if (t == 0) partial[blockIdx.x] = 0;
    return;
  }
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  sum = block_sum(sum);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reads_twice, 2 * BLOCK, in, n, scratch, out);
}
