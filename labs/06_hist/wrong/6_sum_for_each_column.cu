// expect: inefficient 6_skewed global_atomics on emu
// fault: every column adds its counts to the result by itself.
#include "hist.h"
#define hist_6_skewed_u32 reference_hist_6_skewed_u32
#include "../solution.cu"
#undef hist_6_skewed_u32

enum { COLUMNS = 8 };
static __global__ void each_column(const uint32_t *in, int64_t n, even_u32 levels, unsigned *hist) {
  extern __shared__ unsigned counts[];
  unsigned *column = counts + threadIdx.x % COLUMNS;

  for (unsigned i = threadIdx.x; i < levels.bins * COLUMNS; i += LARGE_BLOCK) counts[i] = 0;
  __syncthreads();
  each_sample(in, n, blockIdx.x, gridDim.x, [&](uint32_t x) {
    unsigned b = levels.bin(x);
    if (b < levels.bins) atomicAdd(&column[b * COLUMNS], 1);
  });
  __syncthreads();
  for (unsigned i = threadIdx.x; i < levels.bins * COLUMNS; i += LARGE_BLOCK)
    if (counts[i] > 0) atomicAdd(&hist[i / COLUMNS], counts[i]);
}

int hist_6_skewed_u32(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                      unsigned *hist) {
  size_t shared = bins * COLUMNS * sizeof(unsigned);
  cudaError_t error = clear(hist, bins);
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute((const void *)each_column, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int)shared);
  if (error != cudaSuccess) return error;
  each_column<<<16, LARGE_BLOCK, shared>>>(in, n, even_levels(lower, width, bins), hist);
  return cudaGetLastError();
}
