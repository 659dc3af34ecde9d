// expect: inefficient 3_coarsened global_atomics on emu
// fault: adds its counts to the result after every round of 256 samples.
#include "hist.h"
#define hist_3_coarsened reference_hist_3_coarsened
#include "../solution.cu"
#undef hist_3_coarsened

static __global__ void every_round(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;

  counts[t] = 0;
  for (int64_t first = (int64_t)blockIdx.x * BLOCK; first < n; first += (int64_t)gridDim.x * BLOCK) {
    __syncthreads();
    if (first + t < n) atomicAdd(&counts[in[first + t]], 1);
    __syncthreads();
    if (counts[t] > 0) atomicAdd(&hist[t], counts[t]);
    counts[t] = 0;
  }
}

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  int64_t useful = (n + BLOCK - 1) / BLOCK;
  every_round<<<(unsigned)(useful < blocks ? useful : blocks), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
