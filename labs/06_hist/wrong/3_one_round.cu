// expect: wrong 3_coarsened
// fault: no loop: the samples behind the first grid are left out.
#include "hist.h"
#define hist_3_coarsened reference_hist_3_coarsened
#include "../solution.cu"
#undef hist_3_coarsened

static __global__ void one_round(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;

  counts[t] = 0;
  __syncthreads();
  int64_t i = (int64_t)blockIdx.x * BLOCK + t;
  if (i < n) atomicAdd(&counts[in[i]], 1);
  __syncthreads();
  if (counts[t] > 0) atomicAdd(&hist[t], counts[t]);
}

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  int64_t useful = (n + BLOCK - 1) / BLOCK;
  one_round<<<(unsigned)(useful < blocks ? useful : blocks), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
