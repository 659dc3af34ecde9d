// expect: inefficient 1_merge_sequential_ranges global_load_bytes on emu
// fault: every output is searched for: 2 log2(n) loads each.
#include "sort.h"
#define sort_1_merge_ranges reference
#include "../solution.cu"
#undef sort_1_merge_ranges

static __global__ void search_each(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                   uint64_t *out) {
  int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (k >= m + n) return;
  int64_t i = co_rank(k, a, m, b, n), j = k - i;
  out[k] = j >= n || (i < m && key_of(a[i]) <= key_of(b[j])) ? a[i] : b[j];
}

int sort_1_merge_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  search_each<<<blocks_of(m + n, BLOCK), BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}
