// expect: wrong 4_radix_1bit
// fault: the passes go to scratch and back to the input, which is not ours to write: sorted, and the input lost.
#include "sort.h"
#define sort_4_radix_1bit reference_4
#include "../solution.cu"
#undef sort_4_radix_1bit

int sort_4_radix_1bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  uint32_t *zeros = scratch + n, *from = (uint32_t *)in;
  unsigned tiles = blocks_of(n, SPLIT_TILE);
  for (int bit = 0; bit < 32; bit++) {
    uint32_t *to = bit == 31 ? out : bit % 2 ? (uint32_t *)in : scratch;
    sort_4_count_kernel<<<tiles, BLOCK>>>(from, n, bit, zeros);
    sort_4_scan_kernel<<<1, SCAN_THREADS>>>(zeros, tiles);
    sort_4_split_kernel<<<tiles, BLOCK>>>(from, n, bit, zeros, to);
    from = to;
  }
  return cudaGetLastError();
}
