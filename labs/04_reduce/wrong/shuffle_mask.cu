// expect: hazard 6_shuffle warp-sync-mask on emu
// fault: 8 lanes shuffle with a mask that names all 32.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void mask_names_absent_lanes(const float *in, int64_t n, float *partial) {
  __shared__ float s[WARPS];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  sum = warp_sum(sum, WARP);
  if (t % WARP == 0) s[t / WARP] = sum;
  __syncthreads();
  if (t < WARPS) {
    sum = s[t];
    for (int distance = WARPS / 2; distance > 0; distance /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (t == 0) partial[blockIdx.x] = sum;
  }
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(mask_names_absent_lanes, 2 * BLOCK, in, n, scratch, out);
}
