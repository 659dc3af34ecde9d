// expect: wrong 3_coarsened
// fault: a thread steps by a block, not by the grid: samples are counted by several blocks.
#include "hist.h"
#define hist_3_coarsened reference_hist_3_coarsened
#include "../solution.cu"
#undef hist_3_coarsened

static __global__ void short_step(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;

  counts[t] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < n; i += BLOCK) atomicAdd(&counts[in[i]], 1);
  __syncthreads();
  if (counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  int64_t useful = (n + BLOCK - 1) / BLOCK;
  short_step<<<(unsigned)(useful < blocks ? useful : blocks), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
