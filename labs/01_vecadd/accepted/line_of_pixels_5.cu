// expect: pass 5_rgb_to_gray
// form: the picture as one line of pixels, a three-byte struct each, in a grid-stride loop.
#include "vecadd.h"

struct pixel {
  uint8_t r, g, b;
};

__global__ static void to_gray(const pixel *in, uint8_t *out, int64_t pixels) {
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < pixels;
       i += (int64_t)gridDim.x * blockDim.x) {
    pixel p = in[i];
    out[i] = (77u * p.r + 150u * p.g + 29u * p.b + 128u) >> 8;
  }
}

int vecadd_5_rgb_to_gray(const uint8_t *rgb, uint8_t *gray, int width, int height) {
  int64_t pixels = (int64_t)width * height;
  if (pixels == 0) return 0;
  int64_t blocks = (pixels + 255) / 256;
  if (blocks > 2048) blocks = 2048;
  to_gray<<<(unsigned)blocks, 256>>>((const pixel *)rgb, gray, pixels);
  return cudaGetLastError();
}
