// expect: inefficient 2_constant_memory constant_load_wavefronts on emu
// fault: each lane begins with a tap of its own: constant memory hands out one word after the other.
#include "conv.h"
#define conv_2_constant_memory reference
#include "../solution.cu"
#undef conv_2_constant_memory

static __global__ void rotated(const float *in, int64_t n, int radius, float *out) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  int taps = 2 * radius + 1;
  if (i >= n) return;
  float sum = 0;
  for (int step = 0; step < taps; step++) {
    int k = (step + threadIdx.x) % taps;
    int64_t j = i - radius + k;
    if (j >= 0 && j < n) sum += taps_1d[k] * in[j];
  }
  out[i] = sum;
}

int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaError_t error = set_taps(taps_1d, filter, 2 * radius + 1);
  if (error == cudaSuccess && n > 0) rotated<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, radius, out);
  return error ? error : cudaGetLastError();
}
