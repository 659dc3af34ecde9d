// expect: inefficient 7_bitonic barriers on emu
// fault: neighbours only are compared: 1024 steps instead of 55.
#include "sort.h"
#define sort_7_bitonic reference
#include "../solution.cu"
#undef sort_7_bitonic

static __global__ void transposition(const int *in, int64_t n, int *out) {
  __shared__ int s[SORT_TILE];
  int64_t first = (int64_t)blockIdx.x * SORT_TILE;
  for (int k = threadIdx.x; k < SORT_TILE; k += blockDim.x) s[k] = first + k < n ? in[first + k] : INT32_MAX;
  __syncthreads();
  for (int step = 0; step < SORT_TILE; step++) {
    int k = 2 * threadIdx.x + step % 2;
    if (k + 1 < SORT_TILE && s[k] > s[k + 1]) {
      int larger = s[k];
      s[k] = s[k + 1];
      s[k + 1] = larger;
    }
    __syncthreads();
  }
  for (int k = threadIdx.x; k < SORT_TILE; k += blockDim.x)
    if (first + k < n) out[first + k] = s[k];
}

int sort_7_bitonic(const int *in, int64_t n, int *out) {
  if (n == 0) return 0;
  transposition<<<blocks_of(n, SORT_TILE), SORT_TILE / 2>>>(in, n, out);
  return cudaGetLastError();
}
