// expect: wrong 3_merge_sort
// fault: records are sorted by all their bits: equal keys by their values.
#include "sort.h"
#define sort_3_merge_sort_records reference
#include "../solution.cu"
#undef sort_3_merge_sort_records

int sort_3_merge_sort_records(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return sort_6_radix_onesweep_u64(in, n, scratch, out);
}
