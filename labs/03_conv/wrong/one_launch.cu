// expect: hazard 6_separable race-global on emu
// fault: [launches] both passes in one launch: a block reads in scratch what another has yet to write.
#include "conv.h"
#define conv_6_separable reference
#include "../solution.cu"
#undef conv_6_separable

static __global__ void both(const float *in, int width, int height, int radius, float *scratch, float *out) {
  int x = blockIdx.x * WARP + threadIdx.x, y = blockIdx.y * WARPS + threadIdx.y;
  float sum = 0;
  for (int k = 0; k <= 2 * radius && x < width && y < height; k++)
    sum += taps_both[k] * pixel(in, width, y, x - radius + k, CONV_ZERO);
  if (x < width && y < height) scratch[(int64_t)y * width + x] = sum;
  __syncthreads(); // fault
  sum = 0;
  for (int k = 0; k <= 2 * radius && x < width; k++)
    sum += taps_both[2 * radius + 1 + k] *
           pixel(scratch, width, place(y - radius + k, height, CONV_ZERO), x, CONV_ZERO);
  if (x < width && y < height) out[(int64_t)y * width + x] = sum;
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out) {
  dim3 grid(blocks_for(width, WARP), blocks_for(height, WARPS)), block(WARP, WARPS);
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_both, filters, 2 * (2 * radius + 1));
  if (error == cudaSuccess) both<<<grid, block>>>(in, width, height, radius, scratch, out);
  return error ? error : cudaGetLastError();
}
