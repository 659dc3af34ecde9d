// In TASK each block reads all samples and counts those of one bin.
#include "hist.h"
#include <cuda_runtime.h>

static __global__ void block_a_bin(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned s[HIST_BINS];
  unsigned mine = 0;
  for (int64_t i = threadIdx.x; i < n; i += HIST_BINS) mine += in[i] == blockIdx.x; // fault
  s[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned d = HIST_BINS / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) hist[blockIdx.x] = s[0];
}

int TASK(const uint8_t *in, int64_t n, unsigned *hist) {
  block_a_bin<<<HIST_BINS, HIST_BINS>>>(in, n, hist);
  return cudaGetLastError();
}
