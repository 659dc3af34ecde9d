// expect: inefficient 6_skewed global_load_requests on emu
// fault: columns, but a byte a load.
#include "hist.h"
#define hist_6_skewed reference_hist_6_skewed
#include "../solution.cu"
#undef hist_6_skewed

static __global__ void wrong_columns(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS * WARP];
  unsigned *column = counts + threadIdx.x % WARP;

  for (int i = threadIdx.x; i < HIST_BINS * WARP; i += LARGE_BLOCK) counts[i] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * LARGE_BLOCK + threadIdx.x; i < n;
       i += (int64_t)gridDim.x * LARGE_BLOCK)
    atomicAdd(&column[in[i] * WARP], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < HIST_BINS; b += LARGE_BLOCK) {
    unsigned sum = 0;
    for (int c = 0; c < WARP; c++) sum += counts[b * WARP + (b + c) % WARP];
    if (sum > 0) atomicAdd(&hist[b], sum);
  }
}

int hist_6_skewed(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  wrong_columns<<<16, LARGE_BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
