// expect: wrong 7_look_back
// fault: only whole tiles are scanned: what is left behind the last one is never written.
#include "scan.h"
#define scan_7_look_back reference
#include "../solution.cu"
#undef scan_7_look_back

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  return reference(in, n < TILE ? n : n / TILE * TILE, exclusive, scratch, out);
}
