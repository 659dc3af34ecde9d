// expect: pass 5_unroll_last_warp
// form: one element a thread, as in books; the last warp is unrolled; no `two elements a thread`.
#include "repeat.cuh"

__global__ static void tree_of_one_each(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  const unsigned tid = threadIdx.x;
  const int64_t at = (int64_t)blockIdx.x * BLOCK + tid;
  s[tid] = at < n ? in[at] : 0.0f;
  __syncthreads();
  for (unsigned half = BLOCK / 2; half > 32; half >>= 1) {
    if (tid < half) s[tid] += s[tid + half];
    __syncthreads();
  }
  if (tid >= 32) return;
  float mine = s[tid] + s[tid + 32];
#pragma unroll
  for (unsigned half = 16; half > 0; half >>= 1) {
    s[tid] = mine;
    __syncwarp();
    mine += s[tid + half];
    __syncwarp();
  }
  if (tid == 0) partial[blockIdx.x] = mine;
}

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(tree_of_one_each, BLOCK, in, n, scratch, out);
}
