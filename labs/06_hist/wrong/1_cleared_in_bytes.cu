// expect: hazard 1_global_atomics uninitialised-read on emu
// fault: clears 256 bytes, a quarter of the 256 bins.
#include "hist.h"
#define hist_1_global_atomics reference_hist_1_global_atomics
#include "../solution.cu"
#undef hist_1_global_atomics

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = cudaMemsetAsync(hist, 0, HIST_BINS);
  if (error != cudaSuccess || n == 0) return error;
  global_atomics_kernel<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
