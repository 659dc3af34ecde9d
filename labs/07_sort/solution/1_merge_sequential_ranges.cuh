// Lab 07, stage 1: merging, one thread a range.

// The merge of a (m elements) and b (n elements): how many of its first k outputs come from a? Element
// a[i] comes before b[j] unless b's key is smaller; at ties a is first. If a[i] comes before
// b[k - 1 - i], then more than i of the first k outputs come from a. Otherwise at most i do. Each
// comparison halves the interval.
template <typename T, typename I> static __device__ I co_rank(I k, const T *a, I m, const T *b, I n) {
  I low = k > n ? k - n : 0, high = k < m ? k : m;
  while (low < high) {
    I i = (low + high) / 2;
    if (key_of(a[i]) <= key_of(b[k - 1 - i]))
      low = i + 1;
    else
      high = i;
  }
  return low;
}

enum { RANGE = 16 };

__global__ void sort_1_merge_ranges_kernel(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                           uint64_t *out) {
  int64_t k = ((int64_t)blockIdx.x * BLOCK + threadIdx.x) * RANGE;
  if (k >= m + n) return;
  int64_t end = k + RANGE < m + n ? k + RANGE : m + n;
  int64_t i = co_rank(k, a, m, b, n), j = k - i;
  for (; k < end; k++) {
    bool from_a = j >= n || (i < m && key_of(a[i]) <= key_of(b[j]));
    out[k] = from_a ? a[i++] : b[j++];
  }
}

int sort_1_merge_sequential_ranges(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                   uint64_t *out) {
  if (m + n == 0) return 0;
  sort_1_merge_ranges_kernel<<<blocks_of(m + n, BLOCK * RANGE), BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}
