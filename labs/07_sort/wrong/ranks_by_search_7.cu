// expect: inefficient 7_bitonic shared_load_requests on emu
// fault: no network: runs double in length, and each key finds its place by a binary search in the run beside its own.
#include "sort.h"
#include <cuda_runtime.h>
#include <limits.h>

template <bool LARGEST_FIRST> static __device__ bool precedes(int a, int b) {
  return LARGEST_FIRST ? a > b : a < b;
}

template <bool LARGEST_FIRST> __global__ void sort_tile(const int *in, int64_t n, int kept, int *out) {
  __shared__ int keys[SORT_TILE];
  int t = threadIdx.x, place = t;
  int64_t first = (int64_t)blockIdx.x * SORT_TILE;
  int key = first + t < n ? in[first + t] : LARGEST_FIRST ? INT_MIN : INT_MAX;
  keys[t] = key;
  __syncthreads();
  for (int length = 1; length < SORT_TILE; length *= 2) {
    bool right = place / length % 2;
    const int *beside = &keys[(place / length ^ 1) * length];
    int low = 0, high = length;
    while (low < high) { // fault
      int middle = (low + high) / 2, other = beside[middle];
      bool before = right ? !precedes<LARGEST_FIRST>(key, other) : precedes<LARGEST_FIRST>(other, key);
      (before ? low : high) = before ? middle + 1 : middle;
    }
    place = place / (2 * length) * 2 * length + place % length + low;
    __syncthreads();
    keys[place] = key;
    __syncthreads();
  }
  if (kept && t < kept) out[(int64_t)blockIdx.x * kept + t] = keys[t];
  if (!kept && first + t < n) out[first + t] = keys[t];
}

static unsigned tiles_of(int64_t n) {
  return (unsigned)((n + SORT_TILE - 1) / SORT_TILE);
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n > 0) sort_tile<false><<<tiles_of(n), SORT_TILE>>>(in, n, 0, out);
  return cudaGetLastError();
}

int sort_7_top_k(const int *in, int64_t n, int k, uint32_t *scratch, int *out) {
  int *here = (int *)scratch, *there = here + n + 2 * SORT_TILE;
  while (n > SORT_TILE) {
    sort_tile<true><<<tiles_of(n), SORT_TILE>>>(in, n, k, here);
    in = here, n = (int64_t)tiles_of(n) * k, here = there, there = (int *)in;
  }
  sort_tile<true><<<1, SORT_TILE>>>(in, n, k, out);
  return cudaGetLastError();
}
