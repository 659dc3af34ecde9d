// expect: inefficient 5_radix_4bit global_bytes on emu
// fault: stage 4 handed in as stage 5: 32 passes.
#include "sort.h"
#define sort_5_radix_4bit reference
#include "../solution.cu"
#undef sort_5_radix_4bit

int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return sort_4_radix_1bit(in, n, scratch, out);
}
