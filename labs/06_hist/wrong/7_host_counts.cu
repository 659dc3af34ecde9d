// expect: inefficient 7_image_equalise global_load_bytes on emu
// fault: the host does it all; no kernel reads a pixel.
#include "hist.h"
#define hist_7_image_equalise reference_hist_7_image_equalise
#include "../solution.cu"
#undef hist_7_image_equalise

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  uint8_t *copy = (uint8_t *)malloc(n + 1), table[HIST_BINS];
  unsigned counts[HIST_BINS] = {0};
  uint64_t sum = 0, darkest = 0;
  (void)scratch;
  cudaMemcpy(copy, in, n, cudaMemcpyDeviceToHost);
  for (int64_t i = 0; i < n; i++) counts[copy[i]]++;
  for (int v = 0; v < HIST_BINS; v++) {
    if (darkest == 0) darkest = counts[v];
    sum += counts[v];
    uint64_t spread = n - darkest;
    table[v] = (uint8_t)(spread == 0 ? v : (255 * (sum - darkest) + spread / 2) / spread);
  }
  for (int64_t i = 0; i < n; i++) copy[i] = table[copy[i]];
  cudaMemcpy(hist, counts, sizeof counts, cudaMemcpyHostToDevice);
  cudaError_t error = cudaMemcpy(out, copy, n, cudaMemcpyHostToDevice);
  free(copy);
  return error;
}
