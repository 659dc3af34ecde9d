// expect: pass 2_constant_memory
// form: cudaMemcpyToSymbol without a stream, blocks of 512 threads, taps from -r to r.
#include "conv.h"

__constant__ float F[2 * CONV_MAX_RADIUS_1D + 1];

__global__ static void conv1d(const float *x, long long n, int r, float *y) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float value = 0.0f;
    for (int k = -r; k <= r; k++)
      if (i + k >= 0 && i + k < n) value += F[r + k] * x[i + k];
    y[i] = value;
  }
}

int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaError_t e =
      cudaMemcpyToSymbol(F, filter, (2 * radius + 1) * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  if (e != cudaSuccess) return e;
  if (n > 0) conv1d<<<(unsigned)((n + 511) / 512), 512>>>(in, n, radius, out);
  return cudaGetLastError();
}
