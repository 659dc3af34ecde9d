// expect: hazard 5_many_bins uninitialised-read on emu
// fault: each thread clears one counter, and there are more counters than threads.
#include "hist.h"
#define hist_5_many_bins reference_hist_5_many_bins
#include "../solution.cu"
#undef hist_5_many_bins

static __global__ void wrong_ranges(const uint32_t *in, int64_t n, even_u32 levels, unsigned range,
                                    unsigned *hist) {
  extern __shared__ unsigned counts[];
  unsigned first = blockIdx.x * range, left = levels.bins - first, here = left < range ? left : range;

  if (threadIdx.x < here) counts[threadIdx.x] = 0;
  __syncthreads();
  each_sample(in, n, blockIdx.y, gridDim.y, [&](uint32_t x) {
    unsigned b = levels.bin(x) - first;
    if (b < here) atomicAdd(&counts[b], 1);
  });
  __syncthreads();
  for (unsigned b = threadIdx.x; b < here; b += LARGE_BLOCK)
    if (counts[b] > 0) atomicAdd(&hist[first + b], counts[b]);
}

int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                     unsigned *hist) {
  unsigned range = 12288;
  int64_t parts = n / (4 * bins) + 1 < 16 ? n / (4 * bins) + 1 : 16;
  cudaError_t error = clear(hist, bins);
  if (error != cudaSuccess) return error;
  wrong_ranges<<<dim3((bins + range - 1) / range, parts), LARGE_BLOCK, range * sizeof(unsigned)>>>(
      in, n, even_levels(lower, width, bins), range, hist);
  return cudaGetLastError();
}
