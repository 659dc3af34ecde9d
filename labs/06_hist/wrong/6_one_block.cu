// expect: inefficient 6_skewed threads on emu
// fault: one block counts all samples.
#include "hist.h"
#define blocks_for many_blocks
#include "samples.cuh"
#undef blocks_for

static int64_t blocks_for(const void *kernel, int threads, size_t shared, int64_t n, int64_t least) {
  (void)many_blocks(kernel, threads, shared, n, least);
  return 1;
}

#include "../solution.cu"
