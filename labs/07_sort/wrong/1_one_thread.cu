// expect: inefficient 1_merge_sequential_ranges threads on emu
// fault: one thread merges everything.
#include "sort.h"
#define sort_1_merge_ranges reference
#include "../solution.cu"
#undef sort_1_merge_ranges

static __global__ void one_thread(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  int64_t i = 0, j = 0;
  while (i + j < m + n) {
    bool from_a = j >= n || (i < m && key_of(a[i]) <= key_of(b[j]));
    *out++ = from_a ? a[i++] : b[j++];
  }
}

int sort_1_merge_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  one_thread<<<1, 1>>>(a, m, b, n, out);
  return cudaGetLastError();
}
