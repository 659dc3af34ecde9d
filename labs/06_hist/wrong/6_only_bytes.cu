// expect: todo 6_skewed
// fault: the words are still to do.
#include "hist.h"
#define hist_6_skewed_u32 reference_hist_6_skewed_u32
#include "../solution.cu"
#undef hist_6_skewed_u32

int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  (void)in, (void)n, (void)lower, (void)width, (void)bins, (void)hist;
  return PMPP_TODO;
}
