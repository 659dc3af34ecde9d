// expect: pass 4_aggregated
// form: PMPP, 4th edition, section 9.6: samples a grid apart, byte by byte, equal ones in a row are added at once.
#include "hist.h"
#include <cuda_runtime.h>

__global__ void aggregation_kernel(const uint8_t *data, int64_t length, unsigned *histo) {
  __shared__ unsigned histo_s[HIST_BINS];
  for (unsigned bin = threadIdx.x; bin < HIST_BINS; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  unsigned accumulator = 0;
  int previous = -1;
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < length;
       i += (int64_t)blockDim.x * gridDim.x) {
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
