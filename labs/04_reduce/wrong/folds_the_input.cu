// expect: wrong 2_strided_index
// fault: the second half is added to the first in the input itself, again and again: the sum is right, and the input lost.
#include "reduce.h"
#define reduce_2_strided_index reference
#include "../solution.cu"
#undef reduce_2_strided_index

static __global__ void fold(float *in, int64_t n, int64_t half) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i + half < n) in[i] += in[i + half];
}

static __global__ void take_first(const float *in, int64_t n, float *out) {
  *out = n ? in[0] : 0;
}

int reduce_2_strided_index(const float *in, int64_t n, float *scratch, float *out) {
  (void)scratch;
  for (int64_t left = n; left > 1; left = (left + 1) / 2)
    fold<<<(unsigned)(left / BLOCK + 1), BLOCK>>>((float *)in, left, (left + 1) / 2);
  take_first<<<1, 1>>>(in, n, out);
  return cudaGetLastError();
}
