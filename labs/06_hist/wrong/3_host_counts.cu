// expect: inefficient 3_coarsened global_load_bytes on emu
// fault: the host counts; no kernel reads a sample.
#include "hist.h"
#define hist_3_coarsened reference_hist_3_coarsened
#include "../solution.cu"
#undef hist_3_coarsened

int hist_3_coarsened(const uint8_t *in, int64_t n, int blocks, unsigned *hist) {
  (void)blocks;
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
