// expect: inefficient 5_many_bins global_load_bytes on emu
// fault: the host counts the floats; no kernel reads a sample.
#include "hist.h"
#define hist_5_many_bins_f32 reference_hist_5_many_bins_f32
#include "../solution.cu"
#undef hist_5_many_bins_f32

int hist_5_many_bins_f32(const float *in, int64_t n, float lower, float upper, int bins, unsigned *hist) {
  float *copy = (float *)malloc((n + 1) * sizeof(float)), scale = bins / (upper - lower);
  unsigned *counts = (unsigned *)calloc(bins, sizeof(unsigned));
  cudaMemcpy(copy, in, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int64_t i = 0; i < n; i++) {
    if (!(copy[i] >= lower && copy[i] < upper)) continue;
    int b = (int)((copy[i] - lower) * scale);
    counts[b < bins ? b : bins - 1]++;
  }
  cudaError_t error = cudaMemcpy(hist, counts, bins * sizeof(unsigned), cudaMemcpyHostToDevice);
  free(copy);
  free(counts);
  return error;
}
