// expect: pass 5_rgb_to_gray
// form: the textbook's: blocks of 16 x 16 threads, the offset of the pixel's three channels.
#include "vecadd.h"

#define CHANNELS 3

__global__ static void gray_scale(unsigned char *out, const unsigned char *in, int width, int height) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < width && row < height) {
    int64_t offset = (int64_t)row * width + col, rgb = offset * CHANNELS;
    unsigned char r = in[rgb], g = in[rgb + 1], b = in[rgb + 2];
    out[offset] = (77 * r + 150 * g + 29 * b + 128) / 256;
  }
}

int vecadd_5_rgb_to_gray(const uint8_t *rgb, uint8_t *gray, int width, int height) {
  if (width <= 0 || height <= 0) return 0;
  dim3 block(16, 16, 1), grid((width + 15) / 16, (height + 15) / 16, 1);
  gray_scale<<<grid, block>>>(gray, rgb, width, height);
  return cudaGetLastError();
}
