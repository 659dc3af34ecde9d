// expect: inefficient 6_separable shared_load_requests on emu
// fault: task 4's kernel with the product of both filters: (2r + 1)^2 multiplications.
#include "conv.h"
#define conv_6_separable reference
#include "../solution.cu"
#undef conv_6_separable

static __global__ void tiled(const float *in, int width, int height, int radius, float *out) {
  __shared__ float s[WARP + SIDE - 1][WARP + SIDE - 1];
  int x0 = blockIdx.x * WARP, y0 = blockIdx.y * WARP, side = WARP + 2 * radius;
  for (int row = threadIdx.y; row < side; row += WARPS)
    for (int i = threadIdx.x; i < side; i += WARP) {
      int x = x0 - radius + i, y = y0 - radius + row;
      s[row][i] = pixel(in, width, place(y, height, CONV_ZERO), x, CONV_ZERO);
    }
  __syncthreads();
  for (int row = threadIdx.y; row < WARP; row += WARPS) {
    int x = x0 + threadIdx.x, y = y0 + row;
    float sum = 0;
    for (int ky = 0; ky <= 2 * radius; ky++)
      for (int kx = 0; kx <= 2 * radius; kx++)
        sum += taps_both[2 * radius + 1 + ky] * taps_both[kx] * s[row + ky][threadIdx.x + kx]; // fault
    if (x < width && y < height) out[(int64_t)y * width + x] = sum;
  }
}

int conv_6_separable(const float *in, int width, int height, const float *filters, int radius, float *scratch,
                     float *out) {
  dim3 grid(blocks_for(width, WARP), blocks_for(height, WARP)), block(WARP, WARPS);
  (void)scratch;
  if (width == 0 || height == 0) return 0;
  cudaError_t error = set_taps(taps_both, filters, 2 * (2 * radius + 1));
  if (error == cudaSuccess) tiled<<<grid, block>>>(in, width, height, radius, out);
  return error ? error : cudaGetLastError();
}
