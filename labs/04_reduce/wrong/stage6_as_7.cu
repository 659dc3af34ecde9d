// expect: inefficient 7_multi_block launches on emu
// fault: stage 6 handed in as stage 7: two elements a thread, 4 bytes a load, a launch for each pass.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_6_shuffle(in, n, scratch, out);
}
