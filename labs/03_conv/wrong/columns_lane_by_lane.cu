// expect: inefficient 6_separable global_sectors_excess on emu
// fault: the columns' pass loads with neighbouring lanes a row apart.
#include "conv.h"
#define conv_6_separable reference
#include "../solution.cu"
#undef conv_6_separable

static __global__ void rows(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[WARP][WARP + SIDE - 1];
  int x0 = blockIdx.x * WARP, y0 = blockIdx.y * WARP;
  for (int row = threadIdx.y; row < WARP; row += WARPS)
    for (int i = threadIdx.x; i < WARP + 2 * radius; i += WARP)
      s[row][i] = pixel(in, width, place(y0 + row, height, CONV_ZERO), x0 - radius + i, CONV_ZERO);
  __syncthreads();
  for (int row = threadIdx.y; row < WARP; row += WARPS) {
    int x = x0 + threadIdx.x, y = y0 + row;
    float sum = 0;
    for (int k = 0; k <= 2 * radius; k++) sum += taps_both[k] * s[row][threadIdx.x + k];
    if (x < width && y < height) out[(int64_t)y * width + x] = sum;
  }
}

static __global__ void columns(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[WARP + SIDE - 1][WARP];
  int x0 = blockIdx.x * WARP, y0 = blockIdx.y * WARP;
  for (int i = threadIdx.y; i < WARP; i += WARPS)
    for (int row = threadIdx.x; row < WARP + 2 * radius; row += WARP)
      s[row][i] = pixel(in, width, place(y0 - radius + row, height, CONV_ZERO), x0 + i, CONV_ZERO); // fault
  __syncthreads();
  for (int row = threadIdx.y; row < WARP; row += WARPS) {
    int x = x0 + threadIdx.x, y = y0 + row;
    float sum = 0;
    for (int k = 0; k <= 2 * radius; k++) sum += taps_both[2 * radius + 1 + k] * s[row + k][threadIdx.x];
    if (x < width && y < height) out[(int64_t)y * width + x] = sum;
  }
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out) {
  dim3 grid(blocks_for(width, WARP), blocks_for(height, WARP)), block(WARP, WARPS);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_both, filters, 2 * (2 * radius + 1));
  if (error) return error;
  rows<<<grid, block>>>(in, width, height, radius, scratch);
  columns<<<grid, block>>>(scratch, width, height, radius, out);
  return cudaGetLastError();
}
