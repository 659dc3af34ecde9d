// expect: wrong 7_bitonic
// fault: the last tile is filled with zeros, not with the largest number.
#include "sort.h"
#define sort_7_bitonic reference
#include "../solution.cu"
#undef sort_7_bitonic

static __global__ void network(const int *in, int64_t n, int *out) {
  __shared__ int s[2][SORT_TILE];
  int t = threadIdx.x, which = 0;
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + t;
  int x = i < n ? in[i] : 0;
  for (int length = 2; length <= SORT_TILE; length *= 2) {
    for (int distance = length / 2; distance > 0; distance /= 2) {
      s[which][t] = x;
      __syncthreads();
      int other = s[which][t ^ distance];
      which = 1 - which;
      bool ascending = (t & length) == 0, lower = (t & distance) == 0;
      x = lower == ascending ? min(x, other) : max(x, other);
    }
  }
  if (i < n) out[i] = x;
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n == 0) return 0;
  network<<<blocks_of(n, SORT_TILE), SORT_TILE>>>(in, n, out);
  return cudaGetLastError();
}
