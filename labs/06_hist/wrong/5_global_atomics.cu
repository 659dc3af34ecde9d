// expect: inefficient 5_many_bins global_atomics on emu
// fault: gives up shared memory: an atomic in global memory for each sample.
#include "hist.h"
#define hist_5_many_bins reference_hist_5_many_bins
#include "../solution.cu"
#undef hist_5_many_bins

static __global__ void in_global_memory(const uint32_t *in, int64_t n, even_u32 levels, unsigned *hist) {
  each_sample(in, n, blockIdx.x, gridDim.x, [&](uint32_t x) {
    unsigned b = levels.bin(x);
    if (b < levels.bins) atomicAdd(&hist[b], 1);
  });
}

int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                     unsigned *hist) {
  cudaError_t error = clear(hist, bins);
  if (error != cudaSuccess) return error;
  in_global_memory<<<16, LARGE_BLOCK>>>(in, n, even_levels(lower, width, bins), hist);
  return cudaGetLastError();
}
