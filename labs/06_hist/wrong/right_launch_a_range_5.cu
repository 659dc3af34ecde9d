// expect: pass 5_many_bins on emu
// fault: none: a launch for each range of 12288 bins, what shared memory holds unasked; a sample a load.
#include "hist.h"
#define hist_5_many_bins     reference_hist_5_many_bins
#define hist_5_many_bins_f32 reference_hist_5_many_bins_f32
#include "../solution.cu"
#undef hist_5_many_bins
#undef hist_5_many_bins_f32

enum { RANGE = 48 * 1024 / sizeof(unsigned) };

template <typename T, typename LEVELS>
__global__ void one_range_kernel(const T *in, int64_t n, LEVELS levels, unsigned first, unsigned *hist) {
  __shared__ unsigned counts[RANGE];
  unsigned here = levels.bins - first < RANGE ? levels.bins - first : (unsigned)RANGE;
  for (unsigned b = threadIdx.x; b < here; b += BLOCK) counts[b] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += (int64_t)gridDim.x * BLOCK) {
    unsigned b = levels.bin(in[i]) - first;
    if (b < here) atomicAdd(&counts[b], 1);
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < here; b += BLOCK)
    if (counts[b] > 0) atomicAdd(&hist[first + b], counts[b]);
}

template <typename T, typename LEVELS>
static int range_by_range(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  cudaError_t error = clear(hist, levels.bins);
  auto kernel = one_range_kernel<T, LEVELS>;
  int64_t blocks = blocks_for((const void *)kernel, BLOCK, 0, n, 4 * (int64_t)levels.bins);
  for (unsigned first = 0; first < levels.bins && error == cudaSuccess; first += RANGE) {
    kernel<<<(unsigned)blocks, BLOCK>>>(in, n, levels, first, hist);
    error = cudaGetLastError();
  }
  return error;
}

int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                     unsigned *hist) {
  return range_by_range(in, n, even_levels(lower, width, bins), hist);
}

int hist_5_many_bins_f32(const float *in, int64_t n, float lower, float upper, int bins, unsigned *hist) {
  return range_by_range(in, n, even_f32{lower, upper, bins / (upper - lower), (unsigned)bins}, hist);
}
