// expect: inefficient 6_separable global_bytes on emu
// fault: two passes, and each loads each pixel 2r + 1 times from global memory.
#include "conv.h"
#define conv_6_separable reference
#include "../solution.cu"
#undef conv_6_separable

static __global__ void rows(const float *in, int width, int height, int radius, float *out) {
  int x = blockIdx.x * WARP + threadIdx.x, y = blockIdx.y * WARPS + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++)
    sum += taps_both[k] * pixel(in, width, y, x - radius + k, CONV_ZERO); // fault
  out[(int64_t)y * width + x] = sum;
}

static __global__ void columns(const float *in, int width, int height, int radius, float *out) {
  int x = blockIdx.x * WARP + threadIdx.x, y = blockIdx.y * WARPS + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int k = 0; k <= 2 * radius; k++)
    sum += taps_both[2 * radius + 1 + k] *
           pixel(in, width, place(y - radius + k, height, CONV_ZERO), x, CONV_ZERO);
  out[(int64_t)y * width + x] = sum;
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out) {
  dim3 grid(blocks_for(width, WARP), blocks_for(height, WARPS)), block(WARP, WARPS);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_both, filters, 2 * (2 * radius + 1));
  if (error) return error;
  rows<<<grid, block>>>(in, width, height, radius, scratch);
  columns<<<grid, block>>>(scratch, width, height, radius, out);
  return cudaGetLastError();
}
