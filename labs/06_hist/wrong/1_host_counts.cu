// expect: inefficient 1_global_atomics global_load_bytes on emu
// fault: the host counts; no kernel reads a sample.
#include "hist.h"
#define hist_1_global_atomics reference_hist_1_global_atomics
#include "../solution.cu"
#undef hist_1_global_atomics

int hist_1_global_atomics(const uint8_t *in, int64_t n, unsigned *hist) {
  uint8_t *copy = (uint8_t *)malloc((n + 1) * sizeof(uint8_t));
  unsigned *counts = (unsigned *)calloc(HIST_BINS, sizeof(unsigned));
  cudaMemcpy(copy, in, n * sizeof(uint8_t), cudaMemcpyDeviceToHost);
  for (int64_t i = 0; i < n; i++) {
    counts[copy[i]]++;
  }
  cudaError_t error = cudaMemcpy(hist, counts, HIST_BINS * sizeof(unsigned), cudaMemcpyHostToDevice);
  free(copy);
  free(counts);
  return error;
}
