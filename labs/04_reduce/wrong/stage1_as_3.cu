// expect: inefficient 3_sequential simt_efficiency on emu
// fault: stage 1 handed in as stage 3: no bank conflicts, but divergence.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_1_interleaved(in, n, scratch, out);
}
