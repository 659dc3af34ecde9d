// expect: wrong 2_merge_tiled
// fault: where tiles begin, ties are b's; inside a tile they are a's.
#include "sort.h"
#define sort_2_merge_tiled reference
#include "../solution.cu"
#undef sort_2_merge_tiled

static __global__ void faulty_merge(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n,
                                    uint64_t *out) {
  __shared__ uint64_t s[MERGE_TILE + 1];
  __shared__ int64_t bound[2];
  int64_t first = (int64_t)blockIdx.x * MERGE_TILE;
  int64_t end = first + MERGE_TILE < m + n ? first + MERGE_TILE : m + n;
  if (threadIdx.x < 2) {
    int64_t k = threadIdx.x ? end : first;
    int64_t low = k > n ? k - n : 0, high = k < m ? k : m;
    while (low < high) {
      int64_t i = (low + high) / 2;
      if (key_of(a[i]) < key_of(b[k - 1 - i]))
        low = i + 1;
      else
        high = i;
    }
    bound[threadIdx.x] = low;
  }
  __syncthreads();
  int64_t i = bound[0], j = first - i;
  merge_tile<BLOCK, MERGE_ITEMS>(a + i, (int)(bound[1] - i), b + j, (int)(end - first), s, out + first);
}

int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n == 0) return 0;
  faulty_merge<<<blocks_of(m + n, MERGE_TILE), BLOCK>>>(a, m, b, n, out);
  return cudaGetLastError();
}
