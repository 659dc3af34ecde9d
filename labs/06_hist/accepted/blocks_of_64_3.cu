// expect: pass 3_coarsened
// form: blocks of 64 threads, four bins a thread; a volatile pointer is not needed, a reference is.
#include "hist.h"
#include <cuda_runtime.h>

__global__ void count(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned bin[HIST_BINS / 64][64];
  for (auto &row : bin) row[threadIdx.x] = 0;
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * 64 + threadIdx.x; i < n; i += (int64_t)gridDim.x * 64)
    atomicAdd(&bin[0][0] + in[i], 1);
  __syncthreads();
  for (int r = 0; r < HIST_BINS / 64; r++) atomicAdd(hist + r * 64 + threadIdx.x, bin[r][threadIdx.x]);
}
int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  cudaMemsetAsync(hist, 0, HIST_BINS * sizeof(unsigned));
  int64_t useful = (n + 63) / 64;
  if (n) count<<<(unsigned)(useful < blocks ? useful : blocks), 64>>>(in, n, hist);
  return cudaGetLastError();
}
