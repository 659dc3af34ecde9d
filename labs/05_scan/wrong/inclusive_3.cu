// expect: wrong 3_brent_kung
// fault: inclusive: the total is not replaced by 0 before the way down, which then adds without moving.
#include "scan.h"
#define scan_3_brent_kung reference
#include "../solution.cu"
#undef scan_3_brent_kung

int scan_3_brent_kung(const float *in, int64_t n, float *out) {
  return scan_4_sklansky(in, n, out);
}
