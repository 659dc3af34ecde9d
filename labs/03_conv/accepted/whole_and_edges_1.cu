// expect: pass 1_conv1d_naive
// form: a fast loop for outputs that have all neighbours, a careful one at the ends; a grid-stride loop.
#include "conv.h"

__global__ static void convolve(const float *in, int64_t n, const float *filter, int radius, float *out) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * (int64_t)blockDim.x) {
    float sum = 0;
    if (i >= radius && i + radius < n) {
      const float *p = in + i - radius;
      for (int k = 0; k < 2 * radius + 1; k++) sum += p[k] * filter[k];
    } else {
      int first = i < radius ? (int)(radius - i) : 0;
      for (int k = first; k <= 2 * radius && i - radius + k < n; k++) sum += in[i - radius + k] * filter[k];
    }
    out[i] = sum;
  }
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n == 0) return 0;
  convolve<<<(unsigned)min((n + 255) / 256, (int64_t)64), 256>>>(in, n, filter, radius, out);
  return cudaGetLastError();
}
