// expect: inefficient 5_many_bins busiest_block_share on emu
// fault: one block counts all samples of a range.
#include "hist.h"
#include <cuda_runtime.h>

enum { THREADS = 512, RANGE = 12288 };

struct words {
  uint32_t lower, width, bins;
  __device__ uint32_t bin(uint32_t x) const {
    return x < lower ? bins : (x - lower) / width;
  }
};

struct reals {
  float lower, upper, scale;
  uint32_t bins;
  __device__ uint32_t bin(float x) const {
    if (!(x >= lower && x < upper)) return bins;
    uint32_t b = (uint32_t)((x - lower) * scale);
    return b < bins - 1 ? b : bins - 1;
  }
};

template <typename T, typename LEVELS>
__global__ void ranges_kernel(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  __shared__ unsigned counts[RANGE];
  uint32_t first = blockIdx.x * RANGE, last = first + RANGE < levels.bins ? first + RANGE : levels.bins;
  for (uint32_t b = threadIdx.x; b < RANGE; b += THREADS) counts[b] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.y * THREADS + threadIdx.x; i < n; i += (int64_t)gridDim.y * THREADS) {
    uint32_t b = levels.bin(in[i]);
    if (b >= first && b < last) atomicAdd(&counts[b - first], 1);
  }
  __syncthreads();
  for (uint32_t b = first + threadIdx.x; b < last; b += THREADS)
    if (counts[b - first] > 0) atomicAdd(&hist[b], counts[b - first]);
}

template <typename T, typename LEVELS>
static int count_ranges(const T *in, int64_t n, LEVELS levels, unsigned *hist) {
  cudaError_t error = cudaMemsetAsync(hist, 0, levels.bins * sizeof *hist);
  if (error != cudaSuccess) return error;
  dim3 grid((levels.bins + RANGE - 1) / RANGE, 1); // fault
  ranges_kernel<<<grid, THREADS>>>(in, n, levels, hist);
  return cudaGetLastError();
}

int hist_5_many_bins(const uint32_t *in, int64_t n, uint32_t lower, uint32_t width, int bins,
                     unsigned *hist) {
  return count_ranges(in, n, words{lower, width, (uint32_t)bins}, hist);
}

int hist_5_many_bins_f32(const float *in, int64_t n, float lower, float upper, int bins, unsigned *hist) {
  return count_ranges(in, n, reals{lower, upper, bins / (upper - lower), (uint32_t)bins}, hist);
}
