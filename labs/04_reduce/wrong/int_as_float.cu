// expect: wrong 7_multi_block
// fault: [precision] ints are added up as floats, which keep 24 bits.
#include "reduce.h"
#define reduce_7_multi_block_int reference_multi_block_int
#include "../solution.cu"
#undef reduce_7_multi_block_int

static __global__ void sum_as_float(const int *in, int64_t n, int *out) {
  float sum = 0; // fault
  for (int64_t i = threadIdx.x; i < n; i += BLOCK) sum += in[i];
  sum = block_sum(sum);
  if (threadIdx.x == 0) *out = (int)(int64_t)sum;
}

int reduce_7_multi_block_int(const int *in, int64_t n, int *, int *out) {
  sum_as_float<<<1, BLOCK>>>(in, n, out);
  return cudaGetLastError();
}
