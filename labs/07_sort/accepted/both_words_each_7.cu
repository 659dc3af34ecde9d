// expect: pass 7_bitonic
// form: a thread an element: in each step it loads its own word and its partner's, and keeps the smaller or the larger one.
#include "sort.h"
#include <cuda_runtime.h>

__global__ void tile_kernel(const int *in, int64_t n, int *out) {
  __shared__ int s[SORT_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + t;
  s[t] = i < n ? in[i] : INT32_MAX;
  __syncthreads();
  for (int length = 2; length <= SORT_TILE; length *= 2)
    for (int distance = length / 2; distance > 0; distance /= 2) {
      int own = s[t], other = s[t ^ distance];
      __syncthreads();
      bool smaller = ((t & distance) == 0) == ((t & length) == 0);
      s[t] = smaller ? min(own, other) : max(own, other);
      __syncthreads();
    }
  if (i < n) out[i] = s[t];
}

// The k largest of each tile, of what these leave, and so on, in descending order.
__global__ void top_kernel(const int *in, int64_t n, int k, int *out) {
  __shared__ int s[SORT_TILE];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + t;
  s[t] = i < n ? in[i] : INT32_MIN;
  __syncthreads();
  for (int length = 2; length <= SORT_TILE; length *= 2)
    for (int distance = length / 2; distance > 0; distance /= 2) {
      int own = s[t], other = s[t ^ distance];
      __syncthreads();
      bool larger = ((t & distance) == 0) == ((t & length) == 0);
      s[t] = larger ? max(own, other) : min(own, other);
      __syncthreads();
    }
  if (t < k) out[(int64_t)blockIdx.x * k + t] = s[t];
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n > 0) tile_kernel<<<(unsigned)((n + SORT_TILE - 1) / SORT_TILE), SORT_TILE>>>(in, n, out);
  return cudaGetLastError();
}

int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  int *here = (int *)scratch, *there = here + (n / SORT_TILE + 1) * k;
  for (;;) {
    int64_t tiles = (n + SORT_TILE - 1) / SORT_TILE;
    int *to = tiles == 1 ? out : here;
    top_kernel<<<(unsigned)tiles, SORT_TILE>>>(in, n, k, to);
    if (tiles == 1) return cudaGetLastError();
    in = to;
    n = tiles * k;
    here = there;
    there = to;
  }
}
