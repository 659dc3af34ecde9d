// expect: inefficient 1_conv1d_naive sectors_per_load on emu
// fault: each thread computes a run of 16 outputs: neighbouring lanes load elements 64 bytes apart.
#include "conv.h"
#define conv_1_conv1d_naive reference
#include "../solution.cu"
#undef conv_1_conv1d_naive

static __global__ void own_run(const float *in, int64_t n, const float *filter, int radius, float *out) {
  int64_t first = ((int64_t)blockIdx.x * BLOCK + threadIdx.x) * 16;
  for (int64_t i = first; i < first + 16 && i < n; i++) {
    float sum = 0;
    for (int k = 0; k <= 2 * radius; k++) {
      int64_t j = i - radius + k;
      if (j >= 0 && j < n) sum += filter[k] * in[j];
    }
    out[i] = sum;
  }
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n > 0) own_run<<<blocks_for(n, 16 * BLOCK), BLOCK>>>(in, n, filter, radius, out);
  return cudaGetLastError();
}
