// expect: inefficient 4_conv2d_halo global_load_bytes on emu
// fault: the host computes the result; no kernel reads the input.
#include "conv.h"
#define conv_4_conv2d_halo reference
#include "../solution.cu"
#undef conv_4_conv2d_halo
#include <vector>

static std::vector<float> fetch(const float *from, int64_t n) {
  std::vector<float> v(n);
  cudaMemcpy(v.data(), from, n * sizeof(float), cudaMemcpyDeviceToHost);
  return v;
}

static int give(const std::vector<float> &v, float *to) {
  return cudaMemcpy(to, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
}

// Adds a picture's convolution with a filter of 2 ry + 1 rows of 2 rx + 1 taps to `to`.
static void host_filter(const float *in, int64_t w, int64_t h, const float *filter, int rx, int ry,
                        float *to) {
  for (int64_t y = 0; y < h; y++)
    for (int64_t x = 0; x < w; x++)
      for (int ky = 0; ky <= 2 * ry; ky++)
        for (int kx = 0; kx <= 2 * rx; kx++) {
          int64_t v = y - ry + ky, u = x - rx + kx;
          if (u >= 0 && u < w && v >= 0 && v < h)
            to[y * w + x] += filter[ky * (2 * rx + 1) + kx] * in[v * w + u];
        }
}

int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  int64_t n = (int64_t)width * height;
  std::vector<float> x = fetch(in, n), taps = fetch(filter, (2 * radius + 1) * (2 * radius + 1)), y(n);
  host_filter(x.data(), width, height, taps.data(), radius, radius, y.data());
  return give(y, out);
}
