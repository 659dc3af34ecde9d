// expect: hazard 1_global_atomics out-of-bounds on emu
// fault: the last block counts samples that are not there.
#include "hist.h"
#define hist_1_global_atomics reference_hist_1_global_atomics
#include "../solution.cu"
#undef hist_1_global_atomics

static __global__ void no_boundary(const uint8_t *in, unsigned *hist) {
  atomicAdd(&hist[in[(int64_t)blockIdx.x * BLOCK + threadIdx.x]], 1);
}

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  no_boundary<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(in, hist);
  return cudaGetLastError();
}
