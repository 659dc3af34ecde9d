// expect: inefficient 4_conv2d_halo global_bytes on emu
// fault: tiles of 8 x 8 outputs: most of what a block loads is halo.
#include "conv.h"
#define conv_4_conv2d_halo reference
#include "../solution.cu"
#undef conv_4_conv2d_halo

enum { SMALL = 8 };

static __global__ void small_tiles(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[SMALL + SIDE - 1][SMALL + SIDE - 1];
  int x0 = blockIdx.x * SMALL, y0 = blockIdx.y * SMALL, side = SMALL + 2 * radius;
  for (int i = threadIdx.y * SMALL + threadIdx.x; i < side * side; i += SMALL * SMALL)
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
  dim3 grid(blocks_for(width, SMALL), blocks_for(height, SMALL)), block(SMALL, SMALL);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, (2 * radius + 1) * (2 * radius + 1));
  if (error == cudaSuccess) small_tiles<<<grid, block>>>(in, width, height, radius, out);
  return error ? error : cudaGetLastError();
}
