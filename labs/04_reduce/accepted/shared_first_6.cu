// expect: pass 6_shuffle shared_load_bytes
// form: the lecture's line by line: every thread stores its sum in shared memory, and the warps shuffle what they read there.
#include "repeat.cuh"

__global__ static void shared_first(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK], of_warp[BLOCK / 32];
  const int tid = threadIdx.x;
  const int64_t i = (int64_t)blockIdx.x * (2 * BLOCK) + tid;
  s[tid] = (i < n ? in[i] : 0) + (i + BLOCK < n ? in[i + BLOCK] : 0);
  __syncthreads();
  float v = s[tid];
  v += __shfl_down_sync(0xffffffff, v, 16);
  v += __shfl_down_sync(0xffffffff, v, 8);
  v += __shfl_down_sync(0xffffffff, v, 4);
  v += __shfl_down_sync(0xffffffff, v, 2);
  v += __shfl_down_sync(0xffffffff, v, 1);
  if (tid % 32 == 0) of_warp[tid / 32] = v;
  __syncthreads();
  if (tid >= 8) return;
  v = of_warp[tid];
  v += __shfl_down_sync(0xff, v, 4, 8);
  v += __shfl_down_sync(0xff, v, 2, 8);
  v += __shfl_down_sync(0xff, v, 1, 8);
  if (tid == 0) partial[blockIdx.x] = v;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(shared_first, 2 * BLOCK, in, n, scratch, out);
}
