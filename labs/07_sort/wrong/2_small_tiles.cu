// expect: inefficient 2_merge_tiled global_bytes on emu
// fault: tiles of 32 records: two searches for each of them.
#include "sort.h"
#define sort_2_merge_tiled reference
#include "../solution.cu"
#undef sort_2_merge_tiled

static __global__ void small_tiles(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                   uint64_t *out) {
  __shared__ uint64_t s[WARP + 1];
  __shared__ int64_t bound[2];
  int64_t first = (int64_t)blockIdx.x * WARP, end = first + WARP < m + n ? first + WARP : m + n;
  if (threadIdx.x < 2) bound[threadIdx.x] = co_rank(threadIdx.x ? end : first, a, m, b, n);
  __syncthreads();
  int64_t i = bound[0];
  merge_tile<WARP, 1>(a + i, (int)(bound[1] - i), b + first - i, (int)(end - first), s, out + first);
}

int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  small_tiles<<<blocks_of(m + n, WARP), WARP>>>(a, m, b, n, out);
  return cudaGetLastError();
}
