// expect: inefficient 2_strided_index simt_efficiency on emu
// fault: stage 1 handed in as stage 2: lanes drop out, not warps.
#include "reduce.h"
#define reduce_2_strided_index reference_strided_index
#include "../solution.cu"
#undef reduce_2_strided_index

int reduce_2_strided_index(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_1_interleaved(in, n, scratch, out);
}
