// expect: pass 1_global_atomics
// form: PMPP, 3rd edition, section 9.3: a loop over the grid, blocks of 64 threads, a plain kernel clears the bins.
#include "hist.h"
#include <cuda_runtime.h>

__global__ void no_counts(unsigned *histo) {
  histo[threadIdx.x] = 0;
}

__global__ void strides_kernel(const uint8_t *buffer, int64_t size, unsigned *histo) {
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < size;
       i += (int64_t)blockDim.x * gridDim.x)
    atomicAdd(histo + buffer[i], 1u);
}

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  no_counts<<<1, HIST_BINS>>>(hist);
  if (n > 0) strides_kernel<<<256, 64>>>(in, n, hist);
  return cudaGetLastError();
}
