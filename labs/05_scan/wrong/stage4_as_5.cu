// expect: inefficient 5_warp_shuffle barriers on emu
// fault: the kernel of stage 4: block barriers in steps that stay inside a warp.
#include "scan.h"
#define scan_5_warp_shuffle reference
#include "../solution.cu"
#undef scan_5_warp_shuffle

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  return scan_4_sklansky(in, n, out);
}
