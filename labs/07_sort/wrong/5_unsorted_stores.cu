// expect: inefficient 5_radix_4bit global_store_sectors on emu
// fault: keys go straight from the thread that ranks them to their places.
#include "sort.h"
#define sort_5_radix_4bit reference
#include "../solution.cu"
#undef sort_5_radix_4bit

static __global__ void unsorted_stores(const uint32_t *in, int64_t n, int shift, const uint32_t *start,
                                       uint32_t *out) {
  __shared__ uint32_t s[SPLIT_TILE];
  __shared__ uint32_t begin[DIGITS_4];
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE, i = first + threadIdx.x * SPLIT_ITEMS;
  if (threadIdx.x < DIGITS_4) begin[threadIdx.x] = start[threadIdx.x * gridDim.x + blockIdx.x];
  load_split_tile(in, n, first, s);
  const uint32_t *key = s + threadIdx.x * SPLIT_ITEMS;
  uint32_t place[SPLIT_ITEMS];
  for (unsigned digit = 0; digit < DIGITS_4; digit++) {
    uint32_t mine = 0, ignored;
    for (int k = 0; k < SPLIT_ITEMS; k++) mine += digit_4(key[k], shift) == digit;
    uint32_t next = begin[digit] + sum_before<BLOCK>(mine, &ignored);
    for (int k = 0; k < SPLIT_ITEMS; k++)
      if (digit_4(key[k], shift) == digit) place[k] = next++;
  }
  for (int k = 0; k < SPLIT_ITEMS && i + k < n; k++) out[place[k]] = key[k];
}

int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  uint32_t *start = scratch + n, *to = scratch;
  unsigned tiles = blocks_of(n, SPLIT_TILE);
  for (int shift = 0; shift < 32; shift += 4) {
    sort_5_count_kernel<<<tiles, BLOCK>>>(in, n, shift, start);
    sort_4_scan_kernel<<<1, SCAN_THREADS>>>(start, (int64_t)DIGITS_4 * tiles);
    unsorted_stores<<<tiles, BLOCK>>>(in, n, shift, start, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}
