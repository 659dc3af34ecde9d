// expect: inefficient 7_bitonic shared_load_requests on emu
// fault: each thread compares its element with all others of the tile: n^2 comparisons.
#include "sort.h"
#define sort_7_bitonic reference
#include "../solution.cu"
#undef sort_7_bitonic

static __global__ void rank_kernel(const int *in, int64_t n, int *out) {
  __shared__ int s[SORT_TILE], sorted[SORT_TILE];
  int t = threadIdx.x, place = 0;
  int64_t i = (int64_t)blockIdx.x * SORT_TILE + t;
  int x = s[t] = i < n ? in[i] : INT32_MAX;
  __syncthreads();
  for (int k = 0; k < SORT_TILE; k++) {
    int other = s[k]; // fault
    place += other < x || (other == x && k < t);
  }
  sorted[place] = x;
  __syncthreads();
  if (i < n) out[i] = sorted[t];
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n == 0) return 0;
  rank_kernel<<<blocks_of(n, SORT_TILE), SORT_TILE>>>(in, n, out);
  return cudaGetLastError();
}
