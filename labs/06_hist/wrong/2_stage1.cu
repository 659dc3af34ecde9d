// expect: inefficient 2_privatised global_atomics on emu
// fault: the kernel of task 1.
#include "hist.h"
#define hist_2_privatised reference_hist_2_privatised
#include "../solution.cu"
#undef hist_2_privatised

int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  return hist_1_global_atomics(in, n, hist);
}
