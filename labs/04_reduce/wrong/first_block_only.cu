// expect: wrong 3_sequential
// fault: only the first block is launched: elements from 256 on are left out.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(reduce_3_sequential_kernel, BLOCK, in, n < BLOCK ? n : BLOCK, scratch, out);
}
