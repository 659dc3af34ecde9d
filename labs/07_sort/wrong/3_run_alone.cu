// expect: hazard 3_merge_sort uninitialised-read on emu
// fault: a run without a partner is left where it is, although the pass goes to another array.
#include "sort.h"
#define sort_3_merge_sort reference
#include "../solution.cu"
#undef sort_3_merge_sort

enum { THREADS = merge_shape<uint32_t>::PASS_THREADS };

static __global__ void merge_pairs(const uint32_t *in, int64_t n, int64_t run, const uint32_t *begin,
                                   uint32_t *out) {
  enum { ITEMS = merge_shape<uint32_t>::ITEMS, TILE = merge_sizes<uint32_t>::TILE };
  __shared__ uint32_t s[TILE + 1];
  int64_t first = (int64_t)blockIdx.x * TILE;
  run_pair p = pair_of(first, n, run);
  if (p.n == 0) return;
  int64_t k = first - p.begin, k_end = k + TILE < p.m + p.n ? k + TILE : p.m + p.n;
  int64_t i = begin[blockIdx.x], i_end = k_end < p.m + p.n ? begin[blockIdx.x + 1] : p.m;
  merge_tile<THREADS, ITEMS>(in + p.begin + i, (int)(i_end - i), in + p.begin + p.m + (k - i),
                             (int)(k_end - k), s, out + first);
}

int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  enum { RUN = merge_sizes<uint32_t>::RUN, TILE = merge_sizes<uint32_t>::TILE, BYTES = (RUN + 1) * 4 };
  if (n == 0) return 0;
  uint32_t *begin = scratch + 2 * n;
  unsigned tiles = blocks_of(n, TILE);
  cudaError_t error = allow_shared(sort_3_block_sort_kernel<uint32_t>, BYTES);
  if (error != cudaSuccess) return error;
  int passes = 0;
  for (int64_t run = RUN; run < n; run *= 2) passes++;
  uint32_t *from = passes % 2 ? scratch : out, *to = passes % 2 ? out : scratch;
  sort_3_block_sort_kernel<uint32_t><<<blocks_of(n, RUN), 512, BYTES>>>(in, n, from);
  for (int64_t run = RUN; run < n; run *= 2) {
    sort_3_search_kernel<uint32_t><<<blocks_of(tiles, BLOCK), BLOCK>>>(from, n, run, tiles, begin);
    merge_pairs<<<tiles, THREADS>>>(from, n, run, begin, to);
    uint32_t *swap = from;
    from = to;
    to = swap;
  }
  return cudaGetLastError();
}
