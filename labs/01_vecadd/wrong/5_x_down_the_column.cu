// expect: inefficient 5_rgb_to_gray sectors_per_load on emu
// fault: threadIdx.x runs down a column, so each lane is in another row.
#include "vecadd.h"
#define vecadd_5_rgb_to_gray reference_vecadd_5_rgb_to_gray
#include "../solution.cu"
#undef vecadd_5_rgb_to_gray

__global__ void gray_wrong(const uint8_t *rgb, uint8_t *gray, int width, int height) {
  int x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y * blockDim.x + threadIdx.x;
  if (x >= width || y >= height) return;
  int64_t i = (int64_t)y * width + x;
  int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  gray[i] = (uint8_t)((77 * r + 150 * g + 29 * b + 128) / 256);
}

int vecadd_5_rgb_to_gray(const uint8_t *rgb, uint8_t *gray, int width, int height) {
  if (width == 0 || height == 0) return 0;
  dim3 block(32, 8);
  dim3 grid((unsigned)divide_up(width, block.y), (unsigned)divide_up(height, block.x));
  gray_wrong<<<grid, block>>>(rgb, gray, width, height);
  return cudaGetLastError();
}
