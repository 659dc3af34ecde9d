// expect: inefficient 3_sequential shared_wavefronts_excess on emu
// fault: stage 2 handed in as stage 3: bank conflicts.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

int reduce_3_sequential(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_2_strided_index(in, n, scratch, out);
}
