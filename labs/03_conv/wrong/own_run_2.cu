// expect: inefficient 2_constant_memory sectors_per_load on emu
// fault: each thread computes a run of 16 outputs: neighbouring lanes load elements 64 bytes apart.
#include "conv.h"
#define conv_2_constant_memory reference
#include "../solution.cu"
#undef conv_2_constant_memory

static __global__ void own_run(const float *in, int64_t n, int radius, float *out) {
  int64_t first = ((int64_t)blockIdx.x * BLOCK + threadIdx.x) * 16;
  for (int64_t i = first; i < first + 16 && i < n; i++) {
    float sum = 0;
    for (int k = 0; k <= 2 * radius; k++) {
      int64_t j = i - radius + k;
      if (j >= 0 && j < n) sum += taps_1d[k] * in[j];
    }
    out[i] = sum;
  }
}

int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaError_t error = set_taps(taps_1d, filter, 2 * radius + 1);
  if (error) return error;
  if (n > 0) own_run<<<blocks_for(n, 16 * BLOCK), BLOCK>>>(in, n, radius, out);
  return cudaGetLastError();
}
