// expect: inefficient 2_privatised simt_efficiency on emu
// fault: one thread of the block adds all 256 sums to the result; 1023 wait.
#include "hist.h"
#define hist_2_privatised reference_hist_2_privatised
#include "../solution.cu"
#undef hist_2_privatised

static __global__ void one_adds(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * LARGE_BLOCK + t;

  if (t < HIST_BINS) counts[t] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&counts[in[i]], 1);
  __syncthreads();
  if (t > 0) return;
  for (int b = 0; b < HIST_BINS; b++)
    if (counts[b] > 0) atomicAdd(&hist[b], counts[b]);
}

int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  one_adds<<<(unsigned)((n + LARGE_BLOCK - 1) / LARGE_BLOCK), LARGE_BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
