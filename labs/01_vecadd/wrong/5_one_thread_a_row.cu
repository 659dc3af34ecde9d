// expect: inefficient 5_rgb_to_gray simt_efficiency on emu
// fault: a block of one thread a row of the picture.
#include "vecadd.h"
#define vecadd_5_rgb_to_gray reference_vecadd_5_rgb_to_gray
#include "../solution.cu"
#undef vecadd_5_rgb_to_gray

__global__ void gray_row(const uint8_t *rgb, uint8_t *gray, int width) {
  int64_t row = (int64_t)blockIdx.x * width;
  for (int x = 0; x < width; x++) {
    const uint8_t *p = rgb + 3 * (row + x);
    gray[row + x] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2] + 128) >> 8);
  }
}

int vecadd_5_rgb_to_gray(const uint8_t *rgb, uint8_t *gray, int width, int height) {
  if (width && height) gray_row<<<height, 1>>>(rgb, gray, width);
  return cudaGetLastError();
}
