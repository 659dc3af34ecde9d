// expect: inefficient 6_radix_onesweep global_sectors_excess on emu
// fault: a merge sort: it compares keys, and no digit deals them out.
#include "sort.h"
#define sort_6_radix_onesweep reference
#include "../solution.cu"
#undef sort_6_radix_onesweep

int sort_6_radix_onesweep(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return sort_3_merge_sort(in, n, scratch, out); // fault
}
