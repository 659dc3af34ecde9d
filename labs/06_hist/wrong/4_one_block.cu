// expect: inefficient 4_aggregated threads on emu
// fault: one block counts all samples.
#include "hist.h"
#define hist_4_aggregated reference_hist_4_aggregated
#include "../solution.cu"
#undef hist_4_aggregated

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = clear(hist, HIST_BINS);
  if (error != cudaSuccess) return error;
  aggregated_kernel<<<1, BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
