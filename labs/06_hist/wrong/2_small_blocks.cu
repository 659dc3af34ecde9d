// expect: inefficient 2_privatised global_atomics on emu
// fault: blocks of 256 threads have one sample for each bin: nearly as many sums as samples.
#include "hist.h"
#define hist_2_privatised reference_hist_2_privatised
#include "../solution.cu"
#undef hist_2_privatised

static __global__ void small_blocks(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;

  if (t < HIST_BINS) counts[t] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&counts[in[i]], 1);
  __syncthreads();
  if (t < HIST_BINS && counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  small_blocks<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
