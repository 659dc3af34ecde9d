// expect: wrong 6_skewed
// fault: four 8-bit counters in a word: the 256th sample of a bin carries into its neighbour.
#include "hist.h"
#define hist_6_skewed reference_hist_6_skewed
#include "../solution.cu"
#undef hist_6_skewed

static __global__ void byte_counters(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS / 4 * WARP];
  unsigned *column = counts + threadIdx.x % WARP;

  for (int i = threadIdx.x; i < HIST_BINS / 4 * WARP; i += LARGE_BLOCK) counts[i] = 0;
  __syncthreads();
  each_sample(in, n, blockIdx.x, gridDim.x,
              [&](uint8_t x) { atomicAdd(&column[x / 4 * WARP], 1u << x % 4 * 8); });
  __syncthreads();
  for (int b = threadIdx.x; b < HIST_BINS; b += LARGE_BLOCK) {
    unsigned sum = 0;
    for (int c = 0; c < WARP; c++) sum += counts[b / 4 * WARP + c] >> b % 4 * 8 & 0xff;
    if (sum > 0) atomicAdd(&hist[b], sum);
  }
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  byte_counters<<<4, LARGE_BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
