// expect: inefficient 5_unroll_last_warp barriers on emu
// fault: stage 4 handed in as stage 5: a block barrier for every step.
#include "reduce.h"
#define reduce_5_unroll_last_warp reference_unroll_last_warp
#include "../solution.cu"
#undef reduce_5_unroll_last_warp

int reduce_5_unroll_last_warp(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_4_first_add(in, n, scratch, out);
}
