// expect: wrong 7_multi_block
// fault: the int version adds up one tile a block and stops, although there are more tiles than blocks.
#include "reduce.h"
#define reduce_7_multi_block_int reference_multi_block_int
#include "../solution.cu"
#undef reduce_7_multi_block_int

int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  int64_t most = (int64_t)MAX_BLOCKS * TILE;
  return reference_multi_block_int(in, n < most ? n : most, scratch, out);
}
