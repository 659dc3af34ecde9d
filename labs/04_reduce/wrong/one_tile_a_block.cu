// expect: wrong 7_multi_block
// fault: a block adds up one tile and stops, although there are more tiles than blocks.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  int64_t most = (int64_t)MAX_BLOCKS * TILE;
  return reduce_7<float, float4>(in, n < most ? n : most, scratch, out);
}
