// expect: inefficient 1_interleaved simt_efficiency on emu
// fault: thread 0 adds up the whole block while 255 threads wait.
#include "reduce.h"
#define reduce_1_interleaved reference_interleaved
#include "../solution.cu"
#undef reduce_1_interleaved

static __global__ void one_thread_adds(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t == 0) {
    float sum = 0;
    for (int j = 0; j < BLOCK; j++) sum += s[j];
    partial[blockIdx.x] = sum;
  }
}

int reduce_1_interleaved(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(one_thread_adds, BLOCK, in, n, scratch, out);
}
