// expect: wrong 5_many_bins
// fault: two 16-bit counters in a word: the 65536th sample of a bin carries into its neighbour.
#include "hist.h"
#define hist_5_many_bins reference_hist_5_many_bins
#include "../solution.cu"
#undef hist_5_many_bins

static __global__ void packed(const uint32_t *in, int64_t n, even_u32 levels, unsigned *hist) {
  extern __shared__ unsigned counts[];
  for (unsigned b = threadIdx.x; 2 * b < levels.bins; b += LARGE_BLOCK) counts[b] = 0;
  __syncthreads();
  each_sample(in, n, blockIdx.x, gridDim.x, [&](uint32_t x) {
    unsigned b = levels.bin(x);
    if (b < levels.bins) atomicAdd(&counts[b / 2], 1u << 16 * (b % 2));
  });
  __syncthreads();
  for (unsigned b = threadIdx.x; b < levels.bins; b += LARGE_BLOCK) {
    unsigned sum = counts[b / 2] >> 16 * (b % 2) & 0xffff;
    if (sum > 0) atomicAdd(&hist[b], sum);
  }
}

int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                     unsigned *hist) {
  size_t shared = (bins + 1) / 2 * sizeof(unsigned);
  cudaError_t error = clear(hist, bins);
  if (error == cudaSuccess)
    error =
        cudaFuncSetAttribute((const void *)packed, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
  if (error != cudaSuccess) return error;
  packed<<<1, LARGE_BLOCK, shared>>>(in, n, even_levels(lower, width, bins), hist);
  return cudaGetLastError();
}
