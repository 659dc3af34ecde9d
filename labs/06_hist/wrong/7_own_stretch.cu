// expect: inefficient 7_image_equalise global_store_sectors on emu
// fault: the lanes share the loads, but each stores a stretch of its own.
#include "hist.h"
#define hist_7_image_equalise reference_hist_7_image_equalise
#include "../solution.cu"
#undef hist_7_image_equalise

static __global__ void own_stretch(const uint8_t *in, int64_t n, const unsigned *table, uint8_t *out) {
  __shared__ uint8_t entry[HIST_BINS], pixel[16 * BLOCK];
  int t = threadIdx.x;

  entry[t] = (uint8_t)table[t];
  for (int64_t first = (int64_t)blockIdx.x * 16 * BLOCK; first < n;
       first += (int64_t)gridDim.x * 16 * BLOCK) {
    for (int k = t; k < 16 * BLOCK && first + k < n; k += BLOCK) pixel[k] = in[first + k];
    __syncthreads();
    for (int k = 16 * t; k < 16 * t + 16 && first + k < n; k++) out[first + k] = entry[pixel[k]];
    __syncthreads();
  }
}

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  int error = hist_6_skewed(in, n, hist);
  if (error != cudaSuccess || n == 0) return error;
  equalise_table_kernel<<<1, HIST_BINS>>>(hist, (unsigned)n, scratch);
  own_stretch<<<(unsigned)((n + 16383) / 16384), BLOCK>>>(in, n, scratch, out);
  return cudaGetLastError();
}
