// expect: pass 1_interleaved
// form: the textbook's simple sum: thread t owns word 2t, and drops out when t is no multiple of the stride.
#include "repeat.cuh"

__global__ static void simple_sum(const float *in, int64_t n, float *partial) {
  __shared__ float s[2 * BLOCK];
  int64_t first = (int64_t)blockIdx.x * (2 * BLOCK);
  for (unsigned j = threadIdx.x; j < 2 * BLOCK; j += blockDim.x) s[j] = first + j < n ? in[first + j] : 0;
  unsigned i = 2 * threadIdx.x;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    if (threadIdx.x % stride == 0) s[i] += s[i + stride];
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
}

int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(simple_sum, 2 * BLOCK, in, n, scratch, out);
}
