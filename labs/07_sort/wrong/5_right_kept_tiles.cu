// expect: pass 5_radix_4bit
// fault: none: a kernel sorts tiles, counts and keeps them, and another stores them in their places: 16n bytes a pass.
#include "sort.h"
#define sort_5_radix_4bit reference
#include "../solution.cu"
#undef sort_5_radix_4bit

enum { KEPT_TILE = 1024 };

static __global__ void __launch_bounds__(KEPT_TILE)
    sort_tiles(const uint32_t *in, int64_t n, int shift, uint32_t *kept, uint32_t *count) {
  __shared__ uint32_t s[KEPT_TILE], keys_of[DIGITS_4];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * KEPT_TILE + t;
  uint32_t key = i < n ? in[i] : UINT32_MAX;
  if (t < DIGITS_4) keys_of[t] = 0;
  for (int bit = shift; bit < shift + 4; bit++) {
    uint32_t zeros, zero = !(key >> bit & 1), before = sum_before<KEPT_TILE>(zero, &zeros);
    s[zero ? before : zeros + t - before] = key;
    __syncthreads();
    key = s[t];
  }
  if (i < n) {
    kept[i] = key;
    atomicAdd(&keys_of[digit_4(key, shift)], 1u);
  }
  __syncthreads();
  if (t < DIGITS_4) count[t * gridDim.x + blockIdx.x] = keys_of[t];
}

static __global__ void __launch_bounds__(KEPT_TILE)
    store_tiles(const uint32_t *kept, int64_t n, int shift, const uint32_t *start, uint32_t *out) {
  __shared__ uint32_t digit_of_key[KEPT_TILE], to[DIGITS_4];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * KEPT_TILE + t;
  uint32_t key = i < n ? kept[i] : UINT32_MAX;
  unsigned digit = digit_of_key[t] = digit_4(key, shift);
  __syncthreads();
  if (t == 0 || digit_of_key[t - 1] != digit) to[digit] = start[digit * gridDim.x + blockIdx.x] - t;
  __syncthreads();
  if (i < n) out[to[digit] + t] = key;
}

int sort_5_radix_4bit(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  uint32_t *start = scratch + 2 * n;
  unsigned tiles = blocks_of(n, KEPT_TILE);
  for (int shift = 0; shift < 32; shift += 4) {
    sort_tiles<<<tiles, KEPT_TILE>>>(in, n, shift, scratch, start);
    sort_4_scan_kernel<<<1, SCAN_THREADS>>>(start, (int64_t)DIGITS_4 * tiles);
    store_tiles<<<tiles, KEPT_TILE>>>(scratch, n, shift, start, out);
    in = out;
  }
  return cudaGetLastError();
}
