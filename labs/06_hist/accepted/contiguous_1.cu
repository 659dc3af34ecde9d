// expect: pass 1_global_atomics
// form: PMPP, 3rd edition, section 9.2: each thread counts a section of neighbouring samples.
#include "hist.h"
#include <cuda_runtime.h>

__global__ void sections_kernel(const uint8_t *buffer, int64_t size, unsigned *histo) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, threads = (int64_t)blockDim.x * gridDim.x;
  int64_t section = (size - 1) / threads + 1, start = i * section;
  for (int64_t k = 0; k < section; k++)
    if (start + k < size) atomicAdd(&histo[buffer[start + k]], 1);
}

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = cudaMemsetAsync(hist, 0, HIST_BINS * sizeof(unsigned));
  if (error != cudaSuccess || n == 0) return error;
  sections_kernel<<<64, 256>>>(in, n, hist);
  return cudaGetLastError();
}
