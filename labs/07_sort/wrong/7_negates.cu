// expect: wrong 7_bitonic
// fault: the largest are sought as the smallest of -x; but -INT_MIN is INT_MIN.
#include "sort.h"
#define sort_7_top_k reference
#include "../solution.cu"
#undef sort_7_top_k

static __global__ void negated(const int *in, int64_t n, int k, int *out) {
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + threadIdx.x;
  int x = -bitonic_sort(i < n ? -in[i] : INT32_MAX);
  if (threadIdx.x < k) out[(int64_t)blockIdx.x * k + threadIdx.x] = x;
}

int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  int *here = (int *)scratch, *there = here + (n / SORT_TILE + 1) * SORT_MAX_K;
  for (;;) {
    unsigned tiles = blocks_of(n, SORT_TILE);
    negated<<<tiles, SORT_TILE>>>(in, n, k, tiles == 1 ? out : here);
    if (tiles == 1) return cudaGetLastError();
    in = here;
    n = (int64_t)tiles * k;
    here = there;
    there = (int *)in;
  }
}
