// expect: hazard 6_shuffle uninitialised-read on emu
// fault: warp 0 reads 32 sums from shared memory, of which only 8 were written.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void reads_32_sums(const float *in, int64_t n, float *partial) {
  __shared__ float s[WARP];
  int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  sum = warp_sum(sum, WARP);
  if (lane == 0) s[warp] = sum;
  __syncthreads();
  if (warp == 0) sum = warp_sum(s[lane], WARP);
  if (t == 0) partial[blockIdx.x] = sum;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reads_32_sums, 2 * BLOCK, in, n, scratch, out);
}
