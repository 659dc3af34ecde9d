// expect: hazard 3_conv1d_halo uninitialised-read on emu
// fault: the tile is loaded and its halo is not: the sums at its ends read words that nobody wrote.
#include "conv.h"
#define conv_3_conv1d_halo reference
#include "../solution.cu"
#undef conv_3_conv1d_halo

static __global__ void halo(const float *in, int64_t n, int radius, float *out) {
  __shared__ float s[BLOCK + 2 * CONV_MAX_RADIUS_1D];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * BLOCK, i = first + t;
  s[t + radius] = i < n ? in[i] : 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++) sum += taps_1d[k] * s[t + k];
  if (i < n) out[i] = sum;
}

int conv_3_conv1d_halo(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaError_t error = set_taps(taps_1d, filter, 2 * radius + 1);
  if (error == cudaSuccess && n > 0) halo<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, radius, out);
  return error ? error : cudaGetLastError();
}
