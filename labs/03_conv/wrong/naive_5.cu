// expect: inefficient 5_boundary_modes global_bytes on emu
// fault: the loop over the taps asks for each pixel in global memory where it comes from.
#include "conv.h"
#define conv_5_boundary_modes reference
#include "../solution.cu"
#undef conv_5_boundary_modes

static __global__ void naive(const float *in, int width, int height, int radius, int mode, float *out) {
  int x = blockIdx.x * WARP + threadIdx.x, y = blockIdx.y * WARPS + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int ky = 0; ky <= 2 * radius; ky++)
    for (int kx = 0; kx <= 2 * radius; kx++)
      sum += taps_2d[ky * (2 * radius + 1) + kx] *
             pixel(in, width, place(y - radius + ky, height, mode), x - radius + kx, mode);
  out[(int64_t)y * width + x] = sum;
}

int conv_5_boundary_modes(const float *in, int width, int height, const float *filter, int radius, int mode,
                          float *out) {
  dim3 grid(blocks_for(width, WARP), blocks_for(height, WARPS)), block(WARP, WARPS);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_2d, filter, (2 * radius + 1) * (2 * radius + 1));
  if (error == cudaSuccess) naive<<<grid, block>>>(in, width, height, radius, mode, out);
  return error ? error : cudaGetLastError();
}
