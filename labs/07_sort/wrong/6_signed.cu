// expect: wrong 6_radix_onesweep
// fault: the highest digit is signed: keys from 2^31 on come first.
#include "sort.h"
#define sort_6_radix_onesweep reference
#include "../solution.cu"
#undef sort_6_radix_onesweep

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return sort_8_int_keys((const int *)in, n, scratch, (int *)out);
}
