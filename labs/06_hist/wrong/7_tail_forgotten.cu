// expect: wrong 7_image_equalise
// fault: the pixels behind the last 16 are not stored.
#include "hist.h"
#define hist_7_image_equalise reference_hist_7_image_equalise
#include "../solution.cu"
#undef hist_7_image_equalise

static __global__ void no_tail(const uint8_t *in, int64_t n, const unsigned *table, uint8_t *out) {
  __shared__ uint8_t entry[HIST_BINS];
  int t = threadIdx.x;

  entry[t] = (uint8_t)table[t];
  __syncthreads();
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + t; i < n / 16; i += (int64_t)gridDim.x * BLOCK) {
    uint4 v = ((const uint4 *)in)[i];
    ((uint4 *)out)[i] =
        make_uint4(look_up(v.x, entry), look_up(v.y, entry), look_up(v.z, entry), look_up(v.w, entry));
  }
}

int hist_7_image_equalise(const uint8_t *in, int64_t n, uint8_t *out, unsigned *hist, unsigned *scratch) {
  int error = hist_6_skewed(in, n, hist);
  if (error != cudaSuccess || n == 0) return error;
  equalise_table_kernel<<<1, HIST_BINS>>>(hist, (unsigned)n, scratch);
  no_tail<<<(unsigned)((n + 16383) / 16384), BLOCK>>>(in, n, scratch, out);
  return cudaGetLastError();
}
