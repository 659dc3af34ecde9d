// expect: inefficient 6_shuffle blocks on emu
// fault: shuffles, but a thread loads one element again: twice the blocks.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void shuffle_one_element(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;
  float sum = block_sum(i < n ? in[i] : 0);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(shuffle_one_element, BLOCK, in, n, scratch, out);
}
