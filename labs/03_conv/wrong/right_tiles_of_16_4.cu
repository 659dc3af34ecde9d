// expect: pass 4_conv2d_halo on emu
// fault: none: a block of 16 x 16 threads, one output each, fills its tile and the halo counted through.
#include "conv.h"
#define conv_4_conv2d_halo reference
#include "../solution.cu"
#undef conv_4_conv2d_halo

enum { SIDE_OF_TILE = 16 };

static __global__ void tiles_of_16(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[SIDE_OF_TILE + SIDE - 1][SIDE_OF_TILE + SIDE - 1];
  int x0 = blockIdx.x * SIDE_OF_TILE, y0 = blockIdx.y * SIDE_OF_TILE, side = SIDE_OF_TILE + 2 * radius;
  for (int i = threadIdx.y * SIDE_OF_TILE + threadIdx.x; i < side * side; i += SIDE_OF_TILE * SIDE_OF_TILE)
    s[i / side][i % side] =
        pixel(in, width, place(y0 - radius + i / side, height, CONV_ZERO), x0 - radius + i % side, CONV_ZERO);
  __syncthreads();
  int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  float sum = 0;
  for (int ky = 0; ky <= 2 * radius; ky++)
    for (int kx = 0; kx <= 2 * radius; kx++)
      sum += taps_2d[ky * (2 * radius + 1) + kx] * s[threadIdx.y + ky][threadIdx.x + kx];
  if (x < width && y < height) out[(int64_t)y * width + x] = sum;
}

int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  dim3 grid(blocks_for(width, SIDE_OF_TILE), blocks_for(height, SIDE_OF_TILE)),
      block(SIDE_OF_TILE, SIDE_OF_TILE);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, (2 * radius + 1) * (2 * radius + 1));
  if (error == cudaSuccess) tiles_of_16<<<grid, block>>>(in, width, height, radius, out);
  return error ? error : cudaGetLastError();
}
