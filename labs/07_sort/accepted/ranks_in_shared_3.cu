// expect: pass 3_merge_sort
// form: an element's place in a merged pair is its own index plus its rank in the other run: by a search for each element.
#include "sort.h"
#include <cuda_runtime.h>

enum { TILE = 1024 };

static __device__ uint32_t key(uint32_t x) {
  return x;
}
static __device__ uint32_t key(uint64_t x) {
  return (uint32_t)(x >> 32);
}

// How many of run's n elements go before x; of equal ones those of the left run.
template <typename T> static __device__ int rank_in(const T *run, int n, T x, bool run_is_left) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    bool before = run_is_left ? key(run[middle]) <= key(x) : key(run[middle]) < key(x);
    if (before)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

template <typename T> __global__ void sort_tiles_kernel(const T *in, int64_t n, T *out) {
  __shared__ T s[TILE];
  int64_t first = (int64_t)blockIdx.x * TILE;
  int t = threadIdx.x, count = n - first < TILE ? (int)(n - first) : (int)TILE;
  T x = t < count ? in[first + t] : T();
  s[t] = x;
  __syncthreads();
  for (int run = 1, at = t; run < TILE; run *= 2) {
    int pair = at / (2 * run) * (2 * run), place = at;
    bool left = at - pair < run;
    if (t < count) {
      int begin = left ? pair + run : pair, end = begin + run < count ? begin + run : count;
      int rank = begin < end ? rank_in(s + begin, end - begin, x, !left) : 0;
      place = left ? at + rank : at - run + rank;
    }
    __syncthreads();
    if (t < count) s[place] = x;
    at = place;
    __syncthreads();
  }
  if (t < count) out[first + t] = s[t];
}

// The first k elements of a and b merged: so many come from a.
template <typename T>
static __device__ int64_t from_a(int64_t k, const T *a, int64_t m, const T *b, int64_t n) {
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

// A block makes TILE elements of the pair of runs that they lie in; runs are whole tiles.
template <typename T> __global__ void merge_pass_kernel(const T *in, int64_t n, int64_t run, T *out) {
  __shared__ T s[TILE];
  __shared__ int64_t cut[2];
  int64_t first = (int64_t)blockIdx.x * TILE, pair = first / (2 * run) * (2 * run);
  int64_t m = n - pair < run ? n - pair : run, rest = n - pair - m < run ? n - pair - m : run;
  int t = threadIdx.x, count = n - first < TILE ? (int)(n - first) : (int)TILE;
  const T *a = in + pair, *b = a + m;
  int64_t begin = first - pair;
  if (t < 64 && t % 32 == 0) cut[t / 32] = from_a(begin + (t ? count : 0), a, m, b, rest);
  __syncthreads();
  int64_t a_begin = cut[0], b_begin = begin - a_begin;
  int of_a = (int)(cut[1] - a_begin);
  T x = T();
  if (t < count) s[t] = x = t < of_a ? a[a_begin + t] : b[b_begin + t - of_a];
  __syncthreads();
  int place = 0;
  if (t < of_a)
    place = t + rank_in(s + of_a, count - of_a, x, false);
  else if (t < count)
    place = t - of_a + rank_in(s, of_a, x, true);
  __syncthreads();
  if (t < count) s[place] = x;
  __syncthreads();
  if (t < count) out[first + t] = s[t];
}

template <typename T> static int sort_and_merge(const T *in, int64_t n, uint32_t *scratch, T *out) {
  if (n == 0) return 0;
  unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
  int passes = 0;
  for (int64_t run = TILE; run < n; run *= 2) passes++;
  T *from = passes % 2 ? (T *)scratch : out, *to = passes % 2 ? out : (T *)scratch;
  sort_tiles_kernel<<<tiles, TILE>>>(in, n, from);
  for (int64_t run = TILE; run < n; run *= 2) {
    merge_pass_kernel<<<tiles, TILE>>>(from, n, run, to);
    T *swap = from;
    from = to;
    to = swap;
  }
  return cudaGetLastError();
}

int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return sort_and_merge(in, n, scratch, out);
}

int sort_3_merge_sort_records(const uint64_t *in, int64_t n, uint32_t *scratch, uint64_t *out) {
  return sort_and_merge(in, n, scratch, out);
}
