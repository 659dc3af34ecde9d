// expect: wrong 3_merge_sort
// fault: the first runs always go to out: after an odd number of passes the result lies in scratch.
#include "sort.h"
#include <utility>
#define sort_3_merge_sort reference
#include "../solution.cu"
#undef sort_3_merge_sort

static __global__ void block_sort(const uint32_t *in, int64_t n, uint32_t *out) {
  enum { ITEMS = 17, THREADS = 512, RUN = ITEMS * THREADS };
  __shared__ uint32_t s[RUN + 1];
  uint32_t r[ITEMS];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * RUN;
  int count = n - first < RUN ? (int)(n - first) : (int)RUN;

  for (int i = 0; i < ITEMS; i++)
    s[t + i * THREADS] = t + i * THREADS < count ? in[first + t + i * THREADS] : UINT32_MAX;
  __syncthreads();
  for (int i = 0; i < ITEMS; i++) r[i] = s[t * ITEMS + i];
  if (t == 0) s[RUN] = 0;
  for (int round = 0; round < ITEMS; round++)
    for (int i = round % 2; i + 1 < ITEMS; i += 2) put_in_order(r[i], r[i + 1]);
  for (int run = 1; run < THREADS; run *= 2) {
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) s[t * ITEMS + i] = r[i];
    __syncthreads();
    int length = run * ITEMS, a = t / (2 * run) * 2 * length, b = a + length, k = t * ITEMS - a;
    int i = co_rank(k, s + a, length, s + b, length);
    merge_to_registers(s, a + i, a + length, b + k - i, b + length, r);
  }
  store_tile<THREADS>(s, r, out + first, count);
}

int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  if (n == 0) return 0;
  enum { RUN = merge_sizes<uint32_t>::RUN, TILE = merge_sizes<uint32_t>::TILE };
  unsigned tiles = blocks_of(n, TILE);
  uint32_t *begin = scratch + 2 * n;
  uint32_t *from = out, *to = scratch;
  block_sort<<<blocks_of(n, RUN), 512>>>(in, n, from);
  for (int64_t run = RUN; run < n; run *= 2) {
    sort_3_search_kernel<uint32_t><<<blocks_of(tiles, BLOCK), BLOCK>>>(from, n, run, tiles, begin);
    sort_3_merge_kernel<uint32_t><<<tiles, 256, (TILE + 1) * 4>>>(from, n, run, begin, to);
    std::swap(from, to);
  }
  return cudaGetLastError();
}
