// expect: wrong 7_stencil_2d
// fault: periodic edges take the nearest cell instead of the one at the other end.
#include "conv.h"
#define conv_7_stencil_2d reference
#include "../solution.cu"
#undef conv_7_stencil_2d

static __global__ void naive(const float *in, int width, int height, float k, int edges, float *out) {
  int x = blockIdx.x * WARP + threadIdx.x, y = blockIdx.y * WARPS + threadIdx.y, mode = CONV_CLAMP;
  if (x >= width || y >= height) return;
  float c = in[(int64_t)y * width + x];
  bool outer = x == 0 || y == 0 || x == width - 1 || y == height - 1;
  float sum = pixel(in, width, y, x - 1, mode) + pixel(in, width, y, x + 1, mode) +
              pixel(in, width, place(y - 1, height, mode), x, mode) +
              pixel(in, width, place(y + 1, height, mode), x, mode);
  out[(int64_t)y * width + x] = outer && edges == CONV_FIXED ? c : c + k * (sum - 4 * c);
}

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  dim3 grid(blocks_for(width, WARP), blocks_for(height, WARPS)), block(WARP, WARPS);
  if (steps == 0) return reference(in, width, height, k, 0, edges, scratch, out);
  for (int left = steps; left > 0 && width > 0 && height > 0; left--) {
    float *to = left % 2 ? out : scratch;
    naive<<<grid, block>>>(in, width, height, k, edges, to);
    in = to;
  }
  return cudaGetLastError();
}
