// expect: inefficient 1_merge_sequential_ranges threads on emu
// fault: a thread a record, which searches the other array for its place: no range is merged.
#include "sort.h"

static __global__ void rank_records(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, bool behind,
                                    uint64_t *out) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, low = 0, high = n;
  if (i >= m) return;
  uint32_t key = (uint32_t)(a[i] >> 32);
  while (low < high) { // fault
    int64_t middle = (low + high) / 2;
    uint32_t other = (uint32_t)(b[middle] >> 32);
    if (behind ? other <= key : other < key)
      low = middle + 1;
    else
      high = middle;
  }
  out[i + low] = a[i];
}

int sort_1_merge_sequential_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                   uint64_t *out) {
  if (m) rank_records<<<(unsigned)((m + 255) / 256), 256>>>(a, m, b, n, false, out);
  if (n) rank_records<<<(unsigned)((n + 255) / 256), 256>>>(b, n, a, m, true, out);
  return cudaGetLastError();
}
