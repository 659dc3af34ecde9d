// expect: wrong 1_conv1d_naive
// fault: the filter is turned round, as a mathematician convolves: tap 0 meets the neighbour on the right.
#include "conv.h"
#define conv_1_conv1d_naive reference
#include "../solution.cu"
#undef conv_1_conv1d_naive

static __global__ void turned(const float *in, int64_t n, const float *filter, int radius, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++) {
    int64_t j = i + radius - k;
    if (j >= 0 && j < n) sum += filter[k] * in[j];
  }
  out[i] = sum;
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n > 0) turned<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, filter, radius, out);
  return cudaGetLastError();
}
