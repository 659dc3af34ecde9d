// expect: wrong 8_float_keys
// fault: only the sign bit is flipped: negative numbers come out backwards.
#include "sort.h"
#define sort_8_float_keys reference
#include "../solution.cu"
#undef sort_8_float_keys

struct order {
  static __device__ uint32_t number(uint32_t bits) {
    return bits ^ 0x80000000u;
  }
  static __device__ uint32_t bits(uint32_t number) {
    return number ^ 0x80000000u;
  }
};

int sort_8_float_keys(const float *in, int64_t n, uint32_t *scratch, float *out) {
  return onesweep<uint32_t, false, order>((const uint32_t *)in, NULL, n, scratch, (uint32_t *)out, NULL);
}
