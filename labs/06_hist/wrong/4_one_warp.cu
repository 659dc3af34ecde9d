// expect: inefficient 4_aggregated warp_balance on emu
// fault: one warp of eight counts the samples of its block.
#include "hist.h"
#include <cuda_runtime.h>

__global__ void aggregation_kernel(const uint8_t *data, int64_t length, unsigned *histo) {
  __shared__ unsigned histo_s[HIST_BINS];
  for (unsigned bin = threadIdx.x; bin < HIST_BINS; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  unsigned accumulator = 0;
  int previous = -1;
  int64_t first = threadIdx.x < 32 ? (int64_t)blockIdx.x * 32 + threadIdx.x : length; // fault
  for (int64_t i = first; i < length; i += (int64_t)32 * gridDim.x) {
    int bin = data[i];
    if (bin == previous) {
      ++accumulator;
    } else {
      if (accumulator > 0) atomicAdd(&histo_s[previous], accumulator);
      accumulator = 1;
      previous = bin;
    }
  }
  if (accumulator > 0) atomicAdd(&histo_s[previous], accumulator);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < HIST_BINS; bin += blockDim.x) {
    unsigned value = histo_s[bin];
    if (value > 0) atomicAdd(&histo[bin], value);
  }
}

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = cudaMemsetAsync(hist, 0, HIST_BINS * sizeof(unsigned));
  if (error != cudaSuccess || n == 0) return error;
  aggregation_kernel<<<32, 256>>>(in, n, hist);
  return cudaGetLastError();
}
