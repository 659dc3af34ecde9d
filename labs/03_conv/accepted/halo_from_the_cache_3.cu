// expect: pass 3_conv1d_halo global_bytes
// form: the textbook's simpler tile: without a halo, whose elements come from the cache; 64 threads a block.
#include "conv.h"

__constant__ float taps[2 * CONV_MAX_RADIUS_1D + 1];

__global__ static void cached(const float *in, int64_t n, int radius, float *out) {
  __shared__ float tile[64];
  int64_t first = (int64_t)blockIdx.x * blockDim.x, i = first + threadIdx.x, next = first + blockDim.x;
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int64_t j = i - radius; j <= i + radius; j++) {
    if (j < 0 || j >= n) continue;
    float x = j >= first && j < next ? tile[j - first] : in[j];
    sum += x * taps[j - (i - radius)];
  }
  out[i] = sum;
}

int conv_3_conv1d_halo(const float *in, int64_t n, const float *filter, int radius, float *out) {
  cudaError_t e =
      cudaMemcpyToSymbolAsync(taps, filter, (2 * radius + 1) * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  if (!e && n > 0) {
    cached<<<(unsigned)((n + 63) / 64), 64>>>(in, n, radius, out);
    e = cudaGetLastError();
  }
  return e;
}
