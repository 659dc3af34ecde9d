// expect: inefficient 7_image_equalise global_load_sectors on emu
// fault: a thread looks up 16 neighbouring pixels, one by one: each lane of a warp is in a sector of its own.
#include "hist.h"
#define hist_7_image_equalise reference_hist_7_image_equalise
#include "../solution.cu"
#undef hist_7_image_equalise

static __global__ void one_after_the_other(const uint8_t *in, int64_t n, const unsigned *table,
                                           uint8_t *out) {
  __shared__ uint8_t entry[HIST_BINS];
  int t = threadIdx.x;

  entry[t] = (uint8_t)table[t];
  __syncthreads();
  for (int64_t first = 16 * ((int64_t)blockIdx.x * BLOCK + t); first < n;
       first += 16 * (int64_t)gridDim.x * BLOCK)
    for (int64_t i = first; i < first + 16 && i < n; i++) out[i] = entry[in[i]];
}

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  int error = hist_6_skewed(in, n, hist);
  if (error != cudaSuccess || n == 0) return error;
  equalise_table_kernel<<<1, HIST_BINS>>>(hist, (unsigned)n, scratch);
  one_after_the_other<<<(unsigned)((n + 16383) / 16384), BLOCK>>>(in, n, scratch, out);
  return cudaGetLastError();
}
