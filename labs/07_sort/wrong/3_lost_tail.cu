// expect: wrong 3_merge_sort
// fault: what lies behind the last whole tile is never sorted in.
#include "sort.h"
#define sort_3_merge_sort reference
#include "../solution.cu"
#undef sort_3_merge_sort

int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  int64_t whole = n / merge_sizes<uint32_t>::TILE * merge_sizes<uint32_t>::TILE;
  int error = merge_sort(in, whole, scratch, out);
  return error ? error : merge_sort(in + whole, n - whole, scratch, out + whole);
}
