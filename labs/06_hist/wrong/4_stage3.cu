// expect: inefficient 4_aggregated global_load_requests on emu
// fault: the kernel of task 3: a byte a load.
#include "hist.h"
#define hist_4_aggregated reference_hist_4_aggregated
#include "../solution.cu"
#undef hist_4_aggregated

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  return hist_3_coarsened(in, n, 16, hist);
}
