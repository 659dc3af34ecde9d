// expect: wrong 7_image_equalise on emu
// fault: divides by 0 if the picture has a single value.
#include "hist.h"
#define hist_7_image_equalise reference_hist_7_image_equalise
#include "../solution.cu"
#undef hist_7_image_equalise

static __global__ void wrong_table(const unsigned *hist, unsigned n, unsigned *table) {
  __shared__ unsigned sums[HIST_BINS], darkest;
  int t = threadIdx.x;

  sums[t] = hist[t];
  __syncthreads();
  running_sum(sums, t);
  if (sums[t] > 0 && (t == 0 || sums[t - 1] == 0)) darkest = sums[t];
  __syncthreads();
  unsigned spread = n - darkest;
  unsigned above = sums[t] > darkest ? sums[t] - darkest : 0;
  table[t] = (unsigned)((255 * (uint64_t)above + spread / 2) / spread);
}

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  int error = hist_6_skewed(in, n, hist);
  if (error != cudaSuccess || n == 0) return error;
  wrong_table<<<1, HIST_BINS>>>(hist, (unsigned)n, scratch);
  equalise_kernel<<<(unsigned)((n + 16383) / 16384), BLOCK>>>(in, n, scratch, out);
  return cudaGetLastError();
}
