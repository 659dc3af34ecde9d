// expect: wrong 6_skewed
// fault: adds up 16 of the 32 columns.
#include "hist.h"
#define hist_6_skewed reference_hist_6_skewed
#include "../solution.cu"
#undef hist_6_skewed

static __global__ void wrong_columns(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS * WARP];
  unsigned *column = counts + threadIdx.x % WARP;

  for (int i = threadIdx.x; i < HIST_BINS * WARP; i += LARGE_BLOCK) counts[i] = 0;
  __syncthreads();
  each_sample(in, n, blockIdx.x, gridDim.x, [&](uint8_t x) { atomicAdd(&column[x * WARP], 1); });
  __syncthreads();
  for (int b = threadIdx.x; b < HIST_BINS; b += LARGE_BLOCK) {
    unsigned sum = 0;
    for (int c = 0; c < WARP / 2; c++) sum += counts[b * WARP + c];
    if (sum > 0) atomicAdd(&hist[b], sum);
  }
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  wrong_columns<<<16, LARGE_BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
