// expect: pass 2_constant_memory
// form: eight outputs a thread, a block apart; a tap is read once for all eight.
#include "conv.h"
enum { BLOCK = 256, EACH = 8 };
__constant__ float taps[2 * CONV_MAX_RADIUS_1D + 1];
__global__ void convolve(const float *in, int64_t n, int radius, float *out) {
  int64_t first = (int64_t)blockIdx.x * BLOCK * EACH + threadIdx.x;
  float sum[EACH] = {};
  for (int k = 0; k <= 2 * radius; k++) {
    float tap = taps[k];
#pragma unroll
    for (int e = 0; e < EACH; e++) {
      int64_t j = first + e * BLOCK - radius + k;
      if (j >= 0 && j < n && j - k + radius < n) sum[e] += tap * in[j];
    }
  }
#pragma unroll
  for (int e = 0; e < EACH; e++)
    if (first + e * BLOCK < n) out[first + e * BLOCK] = sum[e];
}
int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaMemcpyToSymbolAsync(taps, filter, (2 * radius + 1) * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  if (n) convolve<<<(unsigned)((n + BLOCK * EACH - 1) / (BLOCK * EACH)), BLOCK>>>(in, n, radius, out);
  return cudaGetLastError();
}
