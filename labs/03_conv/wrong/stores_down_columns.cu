// expect: inefficient 4_conv2d_halo global_sectors_excess on emu
// fault: the tile is filled row by row, and its outputs are stored column by column.
#include "conv.h"
#define conv_4_conv2d_halo reference
#include "../solution.cu"
#undef conv_4_conv2d_halo

static __global__ void tiled(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[WARP + SIDE - 1][WARP + SIDE - 1];
  int x0 = blockIdx.x * WARP, y0 = blockIdx.y * WARP, side = WARP + 2 * radius;
  for (int row = threadIdx.y; row < side; row += WARPS)
    for (int i = threadIdx.x; i < side; i += WARP) {
      int x = x0 - radius + i, y = y0 - radius + row;
      s[row][i] = pixel(in, width, place(y, height, CONV_ZERO), x, CONV_ZERO);
    }
  __syncthreads();
  for (int i = threadIdx.y; i < WARP; i += WARPS) {
    int x = x0 + i, y = y0 + threadIdx.x;
    float sum = 0;
    for (int ky = 0; ky <= 2 * radius; ky++)
      for (int kx = 0; kx <= 2 * radius; kx++)
        sum += taps_2d[ky * (2 * radius + 1) + kx] * s[threadIdx.x + ky][i + kx];
    if (x < width && y < height) out[(int64_t)y * width + x] = sum; // fault
  }
}

int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  dim3 grid(blocks_for(width, WARP), blocks_for(height, WARP)), block(WARP, WARPS);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, (2 * radius + 1) * (2 * radius + 1));
  if (error == cudaSuccess) tiled<<<grid, block>>>(in, width, height, radius, out);
  return error ? error : cudaGetLastError();
}
