// expect: inefficient 7_image_equalise global_bytes on emu
// fault: looks up in global memory: 4 more bytes for each pixel.
#include "hist.h"
#define hist_7_image_equalise reference_hist_7_image_equalise
#include "../solution.cu"
#undef hist_7_image_equalise

static __global__ void table_in_global(const uint8_t *in, int64_t n, const unsigned *table, uint8_t *out) {
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += (int64_t)gridDim.x * BLOCK)
    out[i] = (uint8_t)table[in[i]];
}

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  int error = hist_6_skewed(in, n, hist);
  if (error != cudaSuccess || n == 0) return error;
  equalise_table_kernel<<<1, HIST_BINS>>>(hist, (unsigned)n, scratch);
  table_in_global<<<(unsigned)((n + 16383) / 16384), BLOCK>>>(in, n, scratch, out);
  return cudaGetLastError();
}
