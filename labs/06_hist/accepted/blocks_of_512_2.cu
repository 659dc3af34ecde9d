// expect: pass 2_privatised
// form: blocks of 512 threads whose warps share nothing but the bins; sums of 0 are not added.
#include "hist.h"
#include <cuda_runtime.h>

__global__ void private_kernel(const uint8_t *data, int64_t length, unsigned *histo) {
  __shared__ unsigned histo_s[HIST_BINS];
  for (unsigned bin = threadIdx.x; bin < HIST_BINS; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length) atomicAdd(&histo_s[data[i]], 1);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < HIST_BINS; bin += blockDim.x)
    if (histo_s[bin] > 0) atomicAdd(&histo[bin], histo_s[bin]);
}

int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = cudaMemsetAsync(hist, 0, HIST_BINS * sizeof(unsigned));
  if (error != cudaSuccess || n == 0) return error;
  private_kernel<<<(unsigned)((n + 511) / 512), 512>>>(in, n, hist);
  return cudaGetLastError();
}
