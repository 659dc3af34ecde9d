// expect: pass 2_merge_tiled
// form: PMPP, section 12.5: a block goes through its section and loads a tile of both inputs for each tile of outputs.
#include "sort.h"
#include <cuda_runtime.h>

enum { EACH = 8, THREADS = 128, PER_TILE = EACH * THREADS, TILES = 4, SECTION = TILES * PER_TILE };

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

__global__ void merge_tiled_kernel(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *c) {
  __shared__ uint64_t a_tile[PER_TILE], b_tile[PER_TILE], c_tile[PER_TILE];
  __shared__ int64_t a_begin, a_end;
  int64_t c_begin = (int64_t)blockIdx.x * SECTION,
          c_end = c_begin + SECTION < m + n ? c_begin + SECTION : m + n;
  int t = threadIdx.x;

  if (t == 0) {
    a_begin = rank_in_a(c_begin, a, m, b, n);
    a_end = rank_in_a(c_end, a, m, b, n);
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

int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  merge_tiled_kernel<<<(unsigned)((m + n + SECTION - 1) / SECTION), THREADS>>>(a, m, b, n, out);
  return cudaGetLastError();
}
