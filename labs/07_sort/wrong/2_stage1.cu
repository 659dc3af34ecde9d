// expect: inefficient 2_merge_tiled global_sectors_excess on emu
// fault: stage 1 handed in as stage 2: neighbouring lanes are 16 records apart.
#include "sort.h"
#define sort_2_merge_tiled reference
#include "../solution.cu"
#undef sort_2_merge_tiled

int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  return sort_1_merge_ranges(a, m, b, n, out);
}
