// expect: hazard 1_global_atomics invalid-launch on emu
// fault: n = 0 launches a grid of 0 blocks.
#include "hist.h"
#define hist_1_global_atomics reference_hist_1_global_atomics
#include "../solution.cu"
#undef hist_1_global_atomics

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  global_atomics_kernel<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
