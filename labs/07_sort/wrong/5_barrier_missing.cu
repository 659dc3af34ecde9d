// expect: hazard 5_radix_4bit race-shared on emu
// fault: no barrier after a split: the next one reads keys that are not there yet.
#include "sort.h"
#define sort_5_radix_4bit reference
#include "../solution.cu"
#undef sort_5_radix_4bit

static __global__ void scatter(const uint32_t *in, int64_t n, int shift, const uint32_t *start,
                               uint32_t *out) {
  __shared__ uint32_t s[SPLIT_TILE], to[DIGITS_4];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * SPLIT_TILE;
  int count = n - first < SPLIT_TILE ? (int)(n - first) : (int)SPLIT_TILE;
  load_split_tile(in, n, first, s);
  for (int bit = shift; bit < shift + 4; bit++) {
    uint32_t key[SPLIT_ITEMS], mine = 0, all_zeros;
    for (int k = 0; k < SPLIT_ITEMS; k++) {
      key[k] = s[t * SPLIT_ITEMS + k];
      mine += !(key[k] >> bit & 1);
    }
    uint32_t zeros_before = sum_before<BLOCK>(mine, &all_zeros);
    for (int k = 0; k < SPLIT_ITEMS; k++) {
      if (key[k] >> bit & 1)
        s[all_zeros + (t * SPLIT_ITEMS + k - zeros_before)] = key[k];
      else
        s[zeros_before++] = key[k];
    }
  }
  for (int k = t; k < count; k += BLOCK) {
    unsigned digit = digit_4(s[k], shift);
    if (k == 0 || digit != digit_4(s[k - 1], shift)) to[digit] = start[digit * gridDim.x + blockIdx.x] - k;
  }
  __syncthreads();
  for (int k = t; k < count; k += BLOCK) out[to[digit_4(s[k], shift)] + k] = s[k];
}

int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  uint32_t *start = scratch + n, *to = scratch;
  unsigned tiles = blocks_of(n, SPLIT_TILE);
  for (int shift = 0; shift < 32; shift += 4) {
    sort_5_count_kernel<<<tiles, BLOCK>>>(in, n, shift, start);
    sort_4_scan_kernel<<<1, SCAN_THREADS>>>(start, (int64_t)DIGITS_4 * tiles);
    scatter<<<tiles, BLOCK>>>(in, n, shift, start, to);
    in = to;
    to = to == scratch ? out : scratch;
  }
  return cudaGetLastError();
}
