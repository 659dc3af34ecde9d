// expect: inefficient 4_first_add blocks on emu
// fault: stage 3 handed in as stage 4: one element a thread, twice the blocks.
#include "reduce.h"
#define reduce_4_first_add reference_first_add
#include "../solution.cu"
#undef reduce_4_first_add

int reduce_4_first_add(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_3_sequential(in, n, scratch, out);
}
