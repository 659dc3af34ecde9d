// expect: inefficient 3_coarsened blocks on emu
// fault: the kernel of task 2, whose grid grows with n.
#include "hist.h"
#define hist_3_coarsened reference_hist_3_coarsened
#include "../solution.cu"
#undef hist_3_coarsened

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  (void)blocks;
  return hist_2_privatised(in, n, hist);
}
