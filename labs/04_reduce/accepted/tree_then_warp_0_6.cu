// expect: pass 6_shuffle shared_load_bytes
// form: the tree in shared memory down to 64 values, then shuffles in warp 0, as lecture notes have it.
#include "repeat.cuh"

__global__ static void tree_then_warp_0(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  unsigned t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + t;
  float sum = i < n ? in[i] : 0;
  if (i + BLOCK < n) sum += in[i + BLOCK];
  s[t] = sum;
  __syncthreads();
  for (unsigned stride = BLOCK / 2; stride > 32; stride >>= 1) {
    if (t < stride) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t < 32) {
    float v = s[t] + s[t + 32];
    for (int distance = 16; distance > 0; distance /= 2) v += __shfl_down_sync(0xffffffffu, v, distance);
    if (t == 0) partial[blockIdx.x] = v;
  }
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(tree_then_warp_0, 2 * BLOCK, in, n, scratch, out);
}
