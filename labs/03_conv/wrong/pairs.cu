// expect: inefficient 3_conv1d_halo sectors_per_load on emu
// fault: each thread loads two neighbouring elements, one after the other: each request skips every second
// one.
#include "conv.h"
#define conv_3_conv1d_halo reference
#include "../solution.cu"
#undef conv_3_conv1d_halo

static __global__ void halo(const float *in, int64_t n, int radius, float *out) {
  __shared__ float s[BLOCK + 2 * CONV_MAX_RADIUS_1D];
  int t = threadIdx.x;
  int64_t first = (int64_t)blockIdx.x * BLOCK, i = first + t;
  for (int j = 2 * t; j < BLOCK + 2 * radius; j += 2 * BLOCK)
    for (int e = j; e < j + 2; e++) {
      int64_t from = first - radius + e;
      if (e < BLOCK + 2 * radius) s[e] = from >= 0 && from < n ? in[from] : 0;
    }
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
