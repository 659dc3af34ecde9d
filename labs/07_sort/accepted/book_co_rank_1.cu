// expect: pass 1_merge_sequential_ranges
// form: PMPP, section 12.4: co-ranks of both ends of a thread's range, then a sequential merge with its two rest loops.
#include "sort.h"
#include <cuda_runtime.h>

enum { EACH = 8, THREADS = 128 };

static __device__ uint32_t key(uint64_t record) {
  return (uint32_t)(record >> 32);
}

static __device__ int64_t rank_in_a(int64_t k, const uint64_t *a, int64_t m, const uint64_t *b, int64_t n) {
  int64_t i = k < m ? k : m, j = k - i;
  int64_t i_low = 0 > k - n ? 0 : k - n, j_low = 0 > k - m ? 0 : k - m;
  for (;;) {
    if (i > 0 && j < n && key(a[i - 1]) > key(b[j])) {
      int64_t delta = (i - i_low + 1) >> 1;
      j_low = j;
      j += delta;
      i -= delta;
    } else if (j > 0 && i < m && key(b[j - 1]) >= key(a[i])) {
      int64_t delta = (j - j_low + 1) >> 1;
      i_low = i;
      i += delta;
      j -= delta;
    } else {
      return i;
    }
  }
}

static __device__ void merge_sequential(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                        uint64_t *c) {
  int64_t i = 0, j = 0, k = 0;
  while (i < m && j < n) {
    if (key(a[i]) <= key(b[j]))
      c[k++] = a[i++];
    else
      c[k++] = b[j++];
  }
  while (j < n) c[k++] = b[j++];
  while (i < m) c[k++] = a[i++];
}

__global__ void merge_basic_kernel(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *c) {
  int64_t thread = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  int64_t k = thread * EACH < m + n ? thread * EACH : m + n, k_next = k + EACH < m + n ? k + EACH : m + n;
  int64_t i = rank_in_a(k, a, m, b, n), i_next = rank_in_a(k_next, a, m, b, n);
  int64_t j = k - i, j_next = k_next - i_next;
  merge_sequential(a + i, i_next - i, b + j, j_next - j, c + k);
}

int sort_1_merge_sequential_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                   uint64_t *out) {
  if (m + n == 0) return 0;
  int64_t blocks = (m + n + THREADS * EACH - 1) / (THREADS * EACH);
  merge_basic_kernel<<<(unsigned)blocks, THREADS>>>(a, m, b, n, out);
  return cudaGetLastError();
}
