// expect: wrong 8_float_keys
// fault: ints are sorted as unsigned numbers: negative ones come last.
#include "sort.h"
#define sort_8_int_keys reference
#include "../solution.cu"
#undef sort_8_int_keys

int sort_8_int_keys(const int *in, int64_t n, uint32_t *scratch, int *out) {
  return sort_6_radix_onesweep((const uint32_t *)in, n, scratch, (uint32_t *)out);
}
