// expect: wrong 2_privatised
// fault: only 128 of the block's sums reach the result.
#include "hist.h"
#define hist_2_privatised reference_hist_2_privatised
#include "../solution.cu"
#undef hist_2_privatised

static __global__ void half(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * LARGE_BLOCK + t;

  if (t < HIST_BINS) counts[t] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&counts[in[i]], 1);
  __syncthreads();
  if (t < HIST_BINS / 2 && counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  half<<<(unsigned)((n + LARGE_BLOCK - 1) / LARGE_BLOCK), LARGE_BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
