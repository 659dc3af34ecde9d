// expect: inefficient 7_multi_block launches on emu
// fault: a third launch, which clears the partial sums before they are stored.
#include "reduce.h"
#define reduce_7_multi_block reference_multi_block
#include "../solution.cu"
#undef reduce_7_multi_block

static __global__ void clear(float *scratch) {
  for (int i = threadIdx.x; i < MAX_BLOCKS; i += BLOCK) scratch[i] = 0;
}

int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  clear<<<1, BLOCK>>>(scratch);
  return reference_multi_block(in, n, scratch, out);
}
