// expect: pass 2_privatised
// form: PMPP, 4th edition, section 9.4: blocks of 256 threads, one sample each; every sum is added, also those of 0.
#include "hist.h"
#include <cuda_runtime.h>

__global__ void private_kernel(const uint8_t *data, int64_t length, unsigned *histo) {
  __shared__ unsigned histo_s[HIST_BINS];
  for (unsigned bin = threadIdx.x; bin < HIST_BINS; bin += blockDim.x) histo_s[bin] = 0u;
  __syncthreads();
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length) atomicAdd(&histo_s[data[i]], 1);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < HIST_BINS; bin += blockDim.x) atomicAdd(&histo[bin], histo_s[bin]);
}

int hist_2_privatised(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = cudaMemsetAsync(hist, 0, HIST_BINS * sizeof(unsigned));
  if (error != cudaSuccess || n == 0) return error;
  private_kernel<<<(unsigned)((n + 255) / 256), 256>>>(in, n, hist);
  return cudaGetLastError();
}
