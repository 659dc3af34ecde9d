// expect: wrong 1_merge_sequential_ranges
// fault: whole records are compared: equal keys are ordered by their values.
#include "sort.h"
#define sort_1_merge_ranges reference
#include "../solution.cu"
#undef sort_1_merge_ranges

static __global__ void merge_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                    uint64_t *out) {
  int64_t k = ((int64_t)blockIdx.x * BLOCK + threadIdx.x) * RANGE;
  if (k >= m + n) return;
  int64_t end = k + RANGE < m + n ? k + RANGE : m + n;
  int64_t low = k > n ? k - n : 0, high = k < m ? k : m;
  while (low < high) {
    int64_t i = (low + high) / 2;
    if (a[i] <= b[k - 1 - i])
      low = i + 1;
    else
      high = i;
  }
  int64_t i = low, j = k - low;
  for (; k < end; k++) out[k] = j >= n || (i < m && a[i] <= b[j]) ? a[i++] : b[j++];
}

int sort_1_merge_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  merge_ranges<<<blocks_of(m + n, BLOCK * RANGE), BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}
