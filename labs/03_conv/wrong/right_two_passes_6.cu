// expect: pass 6_separable on emu
// fault: none: two passes over tiles of 16 x 16, through scratch; the taps are in shared memory, too.
#include "conv.h"
#define conv_6_separable reference
#include "../solution.cu"
#undef conv_6_separable

enum { TILE_SIDE = 16 };

// out = in filtered along x (dx = 1) or along y (dy = 1).
static __global__ void pass(const float *in, int width, int height, const float *taps, int radius, int dx,
                            int dy, float *out) {
  __shared__ float s[TILE_SIDE + SIDE - 1][TILE_SIDE + SIDE - 1], f[SIDE];
  int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * TILE_SIDE, y0 = blockIdx.y * TILE_SIDE;
  int rx = radius * dx, ry = radius * dy, columns = TILE_SIDE + 2 * rx, t = ty * TILE_SIDE + tx;
  if (t <= 2 * radius) f[t] = taps[t];
  for (int i = t; i < columns * (TILE_SIDE + 2 * ry); i += TILE_SIDE * TILE_SIDE)
    s[i / columns][i % columns] =
        pixel(in, width, place(y0 - ry + i / columns, height, CONV_ZERO), x0 - rx + i % columns, CONV_ZERO);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++) sum += f[k] * s[ty + k * dy][tx + k * dx];
  int x = x0 + tx, y = y0 + ty;
  if (x < width && y < height) out[(int64_t)y * width + x] = sum;
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out) {
  dim3 grid(blocks_for(width, TILE_SIDE), blocks_for(height, TILE_SIDE)), block(TILE_SIDE, TILE_SIDE);
  if (width == 0 || height == 0) return 0;
  pass<<<grid, block>>>(in, width, height, filters, radius, 1, 0, scratch);
  pass<<<grid, block>>>(scratch, width, height, filters + 2 * radius + 1, radius, 0, 1, out);
  return cudaGetLastError();
}
