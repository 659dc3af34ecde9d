// expect: wrong 1_hillis_steele
// fault: as many blocks as whole tiles: the last tile, which is not full, is left out.
#include "scan.h"
#define scan_1_hillis_steele reference
#include "../solution.cu"
#undef scan_1_hillis_steele

int scan_1_hillis_steele(const float *in, int64_t n, float *out) {
  if (n < SCAN_TILE) return reference(in, n, out);
  return reference(in, n / SCAN_TILE * SCAN_TILE, out);
}
