// expect: pass 3_coarsened
// form: the course's private histogram with a loop over the grid; 128 threads a block, every sum is added.
#include "hist.h"
#include <cuda_runtime.h>

__global__ void grid_loop_kernel(unsigned *h, const uint8_t *x, int64_t n, int bins) {
  __shared__ unsigned s[HIST_BINS];
  for (int t = threadIdx.x; t < bins; t += blockDim.x) s[t] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x * blockDim.x)
    atomicAdd(&s[x[i]], 1);
  __syncthreads();
  for (int t = threadIdx.x; t < bins; t += blockDim.x) atomicAdd(&h[t], s[t]);
}

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  cudaError_t error = cudaMemsetAsync(hist, 0, HIST_BINS * sizeof(unsigned));
  if (error != cudaSuccess || n == 0) return error;
  grid_loop_kernel<<<blocks, 128>>>(hist, in, n, HIST_BINS);
  return cudaGetLastError();
}
