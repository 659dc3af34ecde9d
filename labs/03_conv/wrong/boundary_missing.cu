// expect: hazard 1_conv1d_naive out-of-bounds on emu
// fault: elements before the first and behind the last are read as if they were there.
#include "conv.h"
#define conv_1_conv1d_naive reference
#include "../solution.cu"
#undef conv_1_conv1d_naive

static __global__ void unchecked(const float *in, int64_t n, const float *filter, int radius, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++) sum += filter[k] * in[i - radius + k];
  out[i] = sum;
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n > 0) unchecked<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, filter, radius, out);
  return cudaGetLastError();
}
