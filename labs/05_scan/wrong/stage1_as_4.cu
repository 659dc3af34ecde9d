// expect: inefficient 4_sklansky shared_store_requests on emu
// fault: the kernel of stage 1: few barriers, but every element is stored in each step.
#include "scan.h"
#define scan_4_sklansky reference
#include "../solution.cu"
#undef scan_4_sklansky

int scan_4_sklansky(const float *in, int64_t n, float *out) {
  return scan_1_hillis_steele(in, n, out);
}
