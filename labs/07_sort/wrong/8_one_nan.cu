// expect: wrong 8_float_keys
// fault: every NaN comes out as the same one: its bits are lost.
#include "sort.h"
#define sort_8_float_keys reference
#include "../solution.cu"
#undef sort_8_float_keys

struct order {
  static __device__ uint32_t number(uint32_t bits) {
    return as_float::number(bits << 1 > 0xff000000u ? (bits & 0x80000000u) | 0x7fc00000u : bits);
  }
  static __device__ uint32_t bits(uint32_t number) {
    return as_float::bits(number);
  }
};

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  return onesweep<uint32_t, false, order>((const uint32_t *)in, NULL, n, scratch, (uint32_t *)out, NULL);
}
