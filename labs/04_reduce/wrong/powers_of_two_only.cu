// expect: wrong 3_sequential
// fault: the number of blocks is rounded down: what is left of n after whole blocks is left out.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  int64_t whole = n < BLOCK ? n : n - n % BLOCK;
  return reduce_repeat(reduce_3_sequential_kernel, BLOCK, in, whole, scratch, out);
}
