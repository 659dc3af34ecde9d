// expect: hazard 3_coarsened leak on emu
// fault: allocates room for the blocks' sums, and keeps it.
#include "hist.h"
#define hist_3_coarsened reference_hist_3_coarsened
#include "../solution.cu"
#undef hist_3_coarsened

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  unsigned *sums;
  cudaMalloc(&sums, blocks * HIST_BINS * sizeof *sums);
  return reference_hist_3_coarsened(in, n, blocks, hist);
}
