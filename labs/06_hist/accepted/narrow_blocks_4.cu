// expect: pass 4_aggregated
// form: the textbook's contiguous runs in blocks of 96 threads, 32 samples each.
#include "hist.h"
#include <cuda_runtime.h>
#define NUM_BINS 256
__global__ void histogram_aggregated(const uint8_t *data, int64_t length, unsigned *histo) {
  __shared__ unsigned int histo_s[NUM_BINS];
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  unsigned int accumulator = 0;
  int prevBinIdx = -1;
  const int64_t per = 32, tid = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  for (int64_t i = tid * per; i < (tid + 1) * per && i < length; ++i) {
    int bin = data[i];
    if (bin == prevBinIdx)
      ++accumulator;
    else {
      if (accumulator > 0) atomicAdd(&histo_s[prevBinIdx], accumulator);
      accumulator = 1;
      prevBinIdx = bin;
    }
  }
  if (accumulator > 0) atomicAdd(&histo_s[prevBinIdx], accumulator);
  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
    unsigned int v = histo_s[bin];
    if (v > 0) atomicAdd(&histo[bin], v);
  }
}
int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t e = cudaMemsetAsync(hist, 0, sizeof(unsigned) * NUM_BINS);
  if (e != cudaSuccess) return e;
  const int64_t threads = (n + 31) / 32;
  if (n) histogram_aggregated<<<(unsigned)((threads + 95) / 96), 96>>>(in, n, hist);
  return cudaGetLastError();
}
