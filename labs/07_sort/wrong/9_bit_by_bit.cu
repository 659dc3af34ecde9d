// expect: inefficient 9_pairs global_bytes on emu
// fault: keys and values go through 32 passes of a bit each.
#include "sort.h"
#define sort_9_pairs reference
#include "../solution.cu"
#undef sort_9_pairs

static __global__ void split(const uint32_t *key, const uint32_t *value, int64_t n, int bit,
                             const uint32_t *zeros, uint32_t *key_out, uint32_t *value_out) {
  int64_t i = (int64_t)blockIdx.x * SPLIT_TILE + threadIdx.x * SPLIT_ITEMS;
  uint32_t mine = 0, total;
  for (int k = 0; k < SPLIT_ITEMS; k++) mine += i + k < n && !(key[i + k] >> bit & 1);
  uint32_t before = zeros[blockIdx.x] + sum_before<BLOCK>(mine, &total), all = zeros[gridDim.x];
  for (int k = 0; k < SPLIT_ITEMS && i + k < n; k++) {
    uint32_t x = key[i + k];
    int64_t place = x >> bit & 1 ? all + (i + k - before) : before++;
    key_out[place] = x;
    value_out[place] = value[i + k];
  }
}

int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  if (n == 0) return 0;
  uint32_t *zeros = scratch + 2 * n;
  unsigned tiles = blocks_of(n, SPLIT_TILE);
  for (int bit = 0; bit < 32; bit++) { // fault
    uint32_t *to = bit % 2 ? key_out : scratch, *value_to = bit % 2 ? value_out : scratch + n;
    sort_4_count_kernel<<<tiles, BLOCK>>>(key, n, bit, zeros);
    sort_4_scan_kernel<<<1, SCAN_THREADS>>>(zeros, tiles);
    split<<<tiles, BLOCK>>>(key, value, n, bit, zeros, to, value_to);
    key = to;
    value = value_to;
  }
  return cudaGetLastError();
}
