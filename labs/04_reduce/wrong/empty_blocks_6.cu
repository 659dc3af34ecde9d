// expect: inefficient 6_shuffle blocks on emu
// fault: the launch counts one element a thread, the kernel takes two: half of the blocks find nothing.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void empty_blocks(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;

  if (blockIdx.x > 0 && (int64_t)blockIdx.x * (2 * BLOCK) >= n) {
    if (t == 0) partial[blockIdx.x] = 0;
    return;
  }
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  sum = block_sum(sum);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(empty_blocks, BLOCK, in, n, scratch, out);
}
