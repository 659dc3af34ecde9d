// expect: pass 3_merge_sort global_bytes
// form: runs of 1024, merged as in PMPP, section 12.5: a block loads a tile of both runs for each tile of outputs.
#include "sort.h"
#include <cuda_runtime.h>

enum { EACH = 8, THREADS = 128, PER_TILE = EACH * THREADS, TILES = 4, SECTION = TILES * PER_TILE };

static __device__ uint32_t key(uint32_t x) {
  return x;
}
static __device__ uint32_t key(uint64_t record) {
  return (uint32_t)(record >> 32);
}

template <typename T>
static __device__ int64_t rank_in_a(int64_t k, const T *a, int64_t m, const T *b, int64_t n) {
  int64_t low = k > n ? k - n : 0, high = k < m ? k : m;
  while (low < high) {
    int64_t i = (low + high) / 2;
    if (key(a[i]) <= key(b[k - 1 - i]))
      low = i + 1;
    else
      high = i;
  }
  return low;
}

template <typename T>
static __device__ void merge_sequential(const T *a, int64_t m, const T *b, int64_t n, T *c) {
  int64_t i = 0, j = 0, k = 0;
  while (i < m && j < n) {
    if (key(a[i]) <= key(b[j]))
      c[k++] = a[i++];
    else
      c[k++] = b[j++];
  }
  while (i < m) c[k++] = a[i++];
  while (j < n) c[k++] = b[j++];
}

// A thread sorts EACH elements by insertion; then half of the threads merge two neighbours each, a quarter, ...
template <typename T> __global__ void first_runs_kernel(const T *in, int64_t n, T *out) {
  __shared__ T s[2][PER_TILE];
  int64_t first = (int64_t)blockIdx.x * PER_TILE;
  int t = threadIdx.x, count = n - first < PER_TILE ? (int)(n - first) : (int)PER_TILE;
  for (int k = t; k < count; k += THREADS) s[0][k] = in[first + k];
  __syncthreads();
  int begin = t * EACH < count ? t * EACH : count, end = begin + EACH < count ? begin + EACH : count;
  for (int i = begin + 1; i < end; i++) {
    T x = s[0][i];
    int j = i;
    for (; j > begin && key(s[0][j - 1]) > key(x); j--) s[0][j] = s[0][j - 1];
    s[0][j] = x;
  }
  int now = 0;
  for (int run = EACH; run < PER_TILE; run *= 2, now = 1 - now) {
    __syncthreads();
    int a = t * 2 * run, b = a + run, last = b + run < count ? b + run : count;
    if (b < count)
      merge_sequential(s[now] + a, run, s[now] + b, last - b, s[1 - now] + a);
    else
      for (int k = a; k < count; k++) s[1 - now][k] = s[now][k];
  }
  __syncthreads();
  for (int k = t; k < count; k += THREADS) out[first + k] = s[now][k];
}

// A block makes a section of a pair of runs; every pair has the same number of sections, those of the last may be empty.
template <typename T> __global__ void merge_runs_kernel(const T *in, int64_t n, int64_t run, T *out) {
  __shared__ T a_tile[PER_TILE], b_tile[PER_TILE], c_tile[PER_TILE];
  __shared__ int64_t a_begin, a_end;
  int64_t sections = (2 * run + SECTION - 1) / SECTION, pair = blockIdx.x / sections * 2 * run;
  int64_t m = n - pair < run ? n - pair : run, rest = n - pair - m < run ? n - pair - m : run;
  const T *a = in + pair, *b = a + m;
  T *c = out + pair;
  int64_t c_begin = blockIdx.x % sections * SECTION,
          c_end = c_begin + SECTION < m + rest ? c_begin + SECTION : m + rest;
  int t = threadIdx.x;
  if (c_begin >= c_end) return;

  if (t == 0) {
    a_begin = rank_in_a(c_begin, a, m, b, rest);
    a_end = rank_in_a(c_end, a, m, b, rest);
  }
  __syncthreads();
  int64_t a_at = a_begin, b_at = c_begin - a_begin, a_left = a_end - a_at, b_left = c_end - a_end - b_at;
  for (int64_t first = c_begin; first < c_end; first += PER_TILE) {
    int na = a_left < PER_TILE ? (int)a_left : (int)PER_TILE,
        nb = b_left < PER_TILE ? (int)b_left : (int)PER_TILE;
    for (int k = t; k < na; k += THREADS) a_tile[k] = a[a_at + k];
    for (int k = t; k < nb; k += THREADS) b_tile[k] = b[b_at + k];
    __syncthreads();
    int count = c_end - first < PER_TILE ? (int)(c_end - first) : (int)PER_TILE;
    int k = t * EACH < count ? t * EACH : count, k_next = k + EACH < count ? k + EACH : count;
    int i = (int)rank_in_a(k, a_tile, na, b_tile, nb),
        i_next = (int)rank_in_a(k_next, a_tile, na, b_tile, nb);
    merge_sequential(a_tile + i, i_next - i, b_tile + k - i, k_next - i_next - (k - i), c_tile + k);
    int used = (int)rank_in_a(count, a_tile, na, b_tile, nb);
    __syncthreads();
    for (int j = t; j < count; j += THREADS) c[first + j] = c_tile[j];
    a_at += used;
    a_left -= used;
    b_at += count - used;
    b_left -= count - used;
    __syncthreads();
  }
}

template <typename T> static int sort_by_merging(const T *in, int64_t n, uint32_t *scratch, T *out) {
  if (n == 0) return 0;
  int passes = 0;
  for (int64_t run = PER_TILE; run < n; run *= 2) passes++;
  T *from = passes % 2 ? (T *)scratch : out, *to = passes % 2 ? out : (T *)scratch;
  first_runs_kernel<<<(unsigned)((n + PER_TILE - 1) / PER_TILE), THREADS>>>(in, n, from);
  for (int64_t run = PER_TILE; run < n; run *= 2) {
    int64_t pairs = (n + 2 * run - 1) / (2 * run), sections = (2 * run + SECTION - 1) / SECTION;
    merge_runs_kernel<<<(unsigned)(pairs * sections), THREADS>>>(from, n, run, to);
    T *swap = from;
    from = to;
    to = swap;
  }
  return cudaGetLastError();
}

int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return sort_by_merging(in, n, scratch, out);
}

int sort_3_merge_sort_records(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return sort_by_merging(in, n, scratch, out);
}
