// expect: pass 6_separable global_bytes on emu
// form: two passes over tiles of 16 x 16 without a halo; what lies beside a tile comes from the cache.
#include "conv.h"

enum { T = 16, SIDE = 2 * CONV_MAX_RADIUS + 1 };

__constant__ float taps[2 * SIDE];

// dx, dy: the direction in which the neighbours lie; `first`: the first of its taps.
__global__ static void pass(const float *in, int width, int height, int r, int dx, int dy, int first,
                            float *out) {
  __shared__ float tile[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * T + tx, y = blockIdx.y * T + ty;
  bool exists = x < width && y < height;
  if (exists) tile[ty][tx] = in[(int64_t)y * width + x];
  __syncthreads();
  if (!exists) return;
  float sum = 0;
  for (int k = -r; k <= r; k++) {
    int i = tx + k * dx, j = ty + k * dy, column = x + k * dx, row = y + k * dy;
    if (column < 0 || column >= width || row < 0 || row >= height) continue;
    bool in_tile = i >= 0 && i < T && j >= 0 && j < T;
    sum += taps[first + r + k] * (in_tile ? tile[j][i] : in[(int64_t)row * width + column]);
  }
  out[(int64_t)y * width + x] = sum;
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out) {
  if (width == 0 || height == 0) return 0;
  int n = 2 * radius + 1;
  cudaError_t e = cudaMemcpyToSymbolAsync(taps, filters, 2 * n * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  if (e) return e;
  dim3 grid((width + T - 1) / T, (height + T - 1) / T), block(T, T);
  pass<<<grid, block>>>(in, width, height, radius, 1, 0, 0, scratch);
  pass<<<grid, block>>>(scratch, width, height, radius, 0, 1, n, out);
  return cudaGetLastError();
}
