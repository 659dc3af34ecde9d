// expect: inefficient 6_skewed atomic_serial_steps on emu
// fault: the kernel of task 5: one copy of the counters for the whole block.
#include "hist.h"
#define hist_6_skewed_u32 reference_hist_6_skewed_u32
#include "../solution.cu"
#undef hist_6_skewed_u32

int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  return hist_5_many_bins(in, n, lower, width, bins, hist);
}
