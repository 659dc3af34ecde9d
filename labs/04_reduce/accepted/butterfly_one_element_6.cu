// expect: pass 6_shuffle
// form: one element a thread, as in books: all warps by a butterfly, then warp 0 by another; no `two elements a thread`.
#include "repeat.cuh"

__device__ static float all_of_warp(float v) {
  for (int mask = 16; mask >= 1; mask /= 2) v += __shfl_xor_sync(0xffffffffu, v, mask);
  return v;
}

__global__ static void butterfly_sum(const float *in, int64_t n, float *partial) {
  __shared__ float warps[32];
  const int64_t at = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = all_of_warp(at < n ? in[at] : 0.0f);
  if (lane == 0) warps[warp] = v;
  __syncthreads();
  if (warp != 0) return;
  v = all_of_warp(lane < (int)blockDim.x / 32 ? warps[lane] : 0.0f);
  if (lane == 0) partial[blockIdx.x] = v;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(butterfly_sum, BLOCK, in, n, scratch, out);
}
