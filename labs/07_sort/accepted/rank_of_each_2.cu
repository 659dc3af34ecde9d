// expect: pass 2_merge_tiled
// form: tiles of 1024: each element of the tile finds its rank in the other one's part by a binary search in shared memory.
#include "sort.h"
#include <cuda_runtime.h>

enum { T = 256, TILE = 1024 };

__device__ int64_t split(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, int64_t k) {
  int64_t low = k > n ? k - n : 0, high = k < m ? k : m;
  while (low < high) {
    int64_t i = (low + high) / 2;
    if (a[i] >> 32 <= b[k - 1 - i] >> 32)
      low = i + 1;
    else
      high = i;
  }
  return low;
}

__global__ void merge(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  __shared__ uint64_t s[TILE], sorted[TILE];
  __shared__ int64_t ends[2];
  int64_t k0 = (int64_t)blockIdx.x * TILE, k1 = k0 + TILE < m + n ? k0 + TILE : m + n;
  if (threadIdx.x % 128 == 0) ends[threadIdx.x / 128] = split(a, m, b, n, threadIdx.x ? k1 : k0);
  __syncthreads();
  int64_t a0 = ends[0], b0 = k0 - a0;
  int na = (int)(ends[1] - a0), count = (int)(k1 - k0);
  for (int k = threadIdx.x; k < count; k += T) s[k] = k < na ? a[a0 + k] : b[b0 + k - na];
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += T) {
    bool of_a = k < na;
    uint32_t key = (uint32_t)(s[k] >> 32);
    int low = of_a ? na : 0, high = of_a ? count : na, begin = low;
    while (low < high) {
      int i = (low + high) / 2;
      uint32_t other = (uint32_t)(s[i] >> 32);
      if (of_a ? other < key : other <= key)
        low = i + 1;
      else
        high = i;
    }
    sorted[(of_a ? k : k - na) + low - begin] = s[k];
  }
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += T) out[k0 + k] = sorted[k];
}

int sort_2_merge_tiled(const uint64_t *a, int64_t m, const uint64_t *b, int64_t n, uint64_t *out) {
  if (m + n) merge<<<(unsigned)((m + n + TILE - 1) / TILE), T>>>(a, m, b, n, out);
  return cudaGetLastError();
}
