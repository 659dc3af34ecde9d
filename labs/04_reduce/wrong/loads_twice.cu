// expect: inefficient 1_interleaved global_load_requests on emu
// fault: the first addition reads both of its elements from global memory, where they have been read already.
#include "reduce.h"
#define reduce_1_interleaved reference_interleaved
#include "../solution.cu"
#undef reduce_1_interleaved

static __global__ void loads_twice(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t % 2 == 0 && i + 1 < n) s[t] = in[i] + in[i + 1];
  __syncthreads();
  for (int stride = 2; stride < BLOCK; stride *= 2) {
    if (t % (2 * stride) == 0) s[t] += s[t + stride];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(loads_twice, BLOCK, in, n, scratch, out);
}
