// expect: inefficient 6_shuffle simt_efficiency on emu
// fault: thread 0 of each block adds up its 512 elements alone.
#include "reduce.h"
#define reduce_6_shuffle reference
#include "../solution.cu"
#undef reduce_6_shuffle

static __global__ void one_thread(const float *in, int64_t n, float *partial) {
  if (threadIdx.x) return;
  int64_t first = (int64_t)blockIdx.x * 2 * BLOCK;
  float sum = 0;
  for (int64_t i = first; i < first + 2 * BLOCK && i < n; i++) sum += in[i];
  partial[blockIdx.x] = sum;
}

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(one_thread, 2 * BLOCK, in, n, scratch, out);
}
