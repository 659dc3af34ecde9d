// expect: inefficient 6_shuffle shared_store_requests on emu
// fault: the elements go to shared memory first, as in stage 5, and come back from there to be shuffled.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void shuffle_after_shared(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  s[t] = sum;
  __syncthreads();
  sum = block_sum(s[t]);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(shuffle_after_shared, 2 * BLOCK, in, n, scratch, out);
}
