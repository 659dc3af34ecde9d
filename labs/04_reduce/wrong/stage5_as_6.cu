// expect: inefficient 6_shuffle shared_store_requests on emu
// fault: stage 5 handed in as stage 6: the tree is in shared memory.
#include "reduce.h"
#define reduce_6_shuffle reference_shuffle
#include "../solution.cu"
#undef reduce_6_shuffle

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_5_unroll_last_warp(in, n, scratch, out);
}
