// expect: inefficient 9_im2col_gemm global_load_bytes on emu
// fault: the host computes the result; no kernel reads the input.
#include "conv.h"
#define conv_9_im2col_gemm reference
#include "../solution.cu"
#undef conv_9_im2col_gemm
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

int conv_9_im2col_gemm(const float *in, int n, int c, int h, int w, const float *filter, int f, int radius,
                       float *scratch, float *out) {
  int64_t pixels = (int64_t)h * w, taps = (2 * radius + 1) * (2 * radius + 1);
  std::vector<float> x = fetch(in, n * c * pixels), all = fetch(filter, f * c * taps), y(n * f * pixels);
  (void)scratch;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < f; j++)
      for (int l = 0; l < c; l++)
        host_filter(&x[(i * c + l) * pixels], w, h, &all[(j * c + l) * taps], radius, radius,
                    &y[(i * f + j) * pixels]);
  return give(y, out);
}
