// expect: inefficient 7_bitonic global_bytes on emu
// fault: the k largest are taken from an input that is sorted as a whole.
#include "sort.h"
#define sort_7_top_k reference
#include "../solution.cu"
#undef sort_7_top_k

static __global__ void take(const int *sorted, int64_t n, int k, int *out) {
  if (threadIdx.x < k) out[threadIdx.x] = sorted[n - 1 - threadIdx.x];
}

int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  int *sorted = (int *)scratch;
  int error = sort_8_int_keys(in, n, scratch + n, sorted);
  if (error) return error;
  take<<<1, SORT_MAX_K>>>(sorted, n, k, out);
  return cudaGetLastError();
}
