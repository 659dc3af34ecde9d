// expect: hazard 5_many_bins invalid-launch on emu
// fault: launches with more than 48 KiB of shared memory without asking for it.
#include "hist.h"
#define hist_5_many_bins reference_hist_5_many_bins
#include "../solution.cu"
#undef hist_5_many_bins

template <typename T, typename LEVELS>
static __global__ void unasked(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  extern __shared__ unsigned counts[];
  for (unsigned b = threadIdx.x; b < levels.bins; b += LARGE_BLOCK) counts[b] = 0;
  __syncthreads();
  each_sample(in, n, blockIdx.x, gridDim.x, [&](T x) {
    unsigned b = levels.bin(x);
    if (b < levels.bins) atomicAdd(&counts[b], 1);
  });
  __syncthreads();
  for (unsigned b = threadIdx.x; b < levels.bins; b += LARGE_BLOCK)
    if (counts[b] > 0) atomicAdd(&hist[b], counts[b]);
}

int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                     unsigned *hist) {
  cudaError_t error = clear(hist, bins);
  if (error != cudaSuccess) return error;
  unasked<uint32_t, even_u32>
      <<<4, LARGE_BLOCK, bins * sizeof(unsigned)>>>(in, n, even_levels(lower, width, bins), hist);
  return cudaGetLastError();
}
