// expect: inefficient 6_radix_onesweep global_bytes on emu
// fault: stage 5 handed in as stage 6: 8 passes that load the keys twice.
#include "sort.h"
#define sort_6_radix_onesweep reference
#include "../solution.cu"
#undef sort_6_radix_onesweep

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return sort_5_radix_4bit(in, n, scratch, out);
}
