// expect: hazard 2_merge_tiled race-shared on emu
// fault: no barrier between the searches and those who use what they found.
#include "sort.h"
#define sort_2_merge_tiled reference
#include "../solution.cu"
#undef sort_2_merge_tiled

static __global__ void tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  __shared__ uint64_t s[MERGE_TILE + 1];
  __shared__ int64_t bound[2];
  int64_t first = (int64_t)blockIdx.x * MERGE_TILE;
  int64_t end = first + MERGE_TILE < m + n ? first + MERGE_TILE : m + n;
  if (threadIdx.x % WARP == 0 && threadIdx.x < 2 * WARP)
    bound[threadIdx.x / WARP] = co_rank(threadIdx.x ? end : first, a, m, b, n);
  int64_t i = bound[0];
  merge_tile<BLOCK, MERGE_ITEMS>(a + i, (int)(bound[1] - i), b + first - i, (int)(end - first), s,
                                 out + first);
}

int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  tiled<<<blocks_of(m + n, MERGE_TILE), BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}
