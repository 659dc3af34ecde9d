// expect: inefficient 1_conv1d_naive global_load_requests on emu
// fault: the sum grows in out[i]: a load and a store for each tap.
#include "conv.h"
#define conv_1_conv1d_naive reference
#include "../solution.cu"
#undef conv_1_conv1d_naive

static __global__ void in_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  out[i] = 0;
  for (int k = 0; k <= 2 * radius; k++) {
    int64_t j = i - radius + k;
    if (j >= 0 && j < n) out[i] += filter[k] * in[j];
  }
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n > 0) in_memory<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, filter, radius, out);
  return cudaGetLastError();
}
