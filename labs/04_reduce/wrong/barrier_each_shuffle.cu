// expect: inefficient 6_shuffle barriers on emu
// fault: a block barrier after every shuffle, which waits for the whole warp by itself.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void barrier_each_shuffle(const float *in, int64_t n, float *partial) {
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  for (int distance = WARP / 2; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, distance);
    __syncthreads();
  }
  sum = block_sum(t % WARP == 0 ? sum : 0);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(barrier_each_shuffle, 2 * BLOCK, in, n, scratch, out);
}
