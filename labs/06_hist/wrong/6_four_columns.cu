// expect: inefficient 6_skewed atomic_serial_steps on emu
// fault: four columns for the 32 lanes, where 32 would fit: eight lanes still meet if all count the same bin.
#include "hist.h"
#define hist_6_skewed_u32 reference_hist_6_skewed_u32
#include "../solution.cu"
#undef hist_6_skewed_u32

int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  if (bins > 512) return reference_hist_6_skewed_u32(in, n, lower, width, bins, hist);
  return skewed<uint32_t, even_u32, 4>(in, n, even_levels(lower, width, bins), hist);
}
