// expect: inefficient 2_kogge_stone shared_load_requests on emu
// fault: the kernel of stage 1: a step loads its own sum and its neighbour's.
#include "scan.h"
#define scan_2_kogge_stone reference
#include "../solution.cu"
#undef scan_2_kogge_stone

int scan_2_kogge_stone(const float *in, int64_t n, float *out) {
  return scan_1_hillis_steele(in, n, out);
}
