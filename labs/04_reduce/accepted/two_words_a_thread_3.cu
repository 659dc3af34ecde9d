// expect: pass 3_sequential
// form: the textbook's block, which sums twice as many words of shared memory as it has threads.
#include "repeat.cuh"

__global__ static void two_words_a_thread(const float *in, int64_t n, float *partial) {
  __shared__ float s[2 * BLOCK];
  unsigned t = threadIdx.x;
  size_t start = 2 * (size_t)blockIdx.x * blockDim.x;
  s[t] = start + t < (size_t)n ? in[start + t] : 0.0f;
  s[t + blockDim.x] = start + t + blockDim.x < (size_t)n ? in[start + t + blockDim.x] : 0.0f;
  for (unsigned stride = blockDim.x; stride >= 1; stride >>= 1) {
    __syncthreads();
    if (t < stride) s[t] += s[t + stride];
  }
  if (t == 0) partial[blockIdx.x] = s[0];
}

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(two_words_a_thread, 2 * BLOCK, in, n, scratch, out);
}
