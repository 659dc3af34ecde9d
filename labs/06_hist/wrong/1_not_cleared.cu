// expect: hazard 1_global_atomics uninitialised-read on emu
// fault: counts on top of whatever the bins held before.
#include "hist.h"
#define hist_1_global_atomics reference_hist_1_global_atomics
#include "../solution.cu"
#undef hist_1_global_atomics

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  if (n > 0) global_atomics_kernel<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(in, n, hist);
  return cudaGetLastError();
}
