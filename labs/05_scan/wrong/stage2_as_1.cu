// expect: inefficient 1_hillis_steele barriers on emu
// fault: the kernel of stage 2: one buffer, and two barriers a step.
#include "scan.h"
#define scan_1_hillis_steele reference
#include "../solution.cu"
#undef scan_1_hillis_steele

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  return scan_2_kogge_stone(in, n, out);
}
