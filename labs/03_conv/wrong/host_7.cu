// expect: inefficient 7_stencil_2d global_load_bytes on emu
// fault: the host computes the result; no kernel reads the input.
#include "conv.h"
#define conv_7_stencil_2d reference
#include "../solution.cu"
#undef conv_7_stencil_2d
#include <vector>

static std::vector<float> fetch(const float *from, int64_t n) {
  std::vector<float> v(n);
  cudaMemcpy(v.data(), from, n * sizeof(float), cudaMemcpyDeviceToHost);
  return v;
}

static int give(const std::vector<float> &v, float *to) {
  return cudaMemcpy(to, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
}

int conv_7_stencil_2d(const float *in, int width, int height, float k, int steps, int edges, float *scratch,
                      float *out) {
  int64_t n = (int64_t)width * height;
  std::vector<float> now = fetch(in, n), before;
  (void)scratch;
  for (int s = 0; s < steps; s++) {
    before = now;
    for (int64_t i = 0; i < n; i++) {
      int64_t x = i % width, y = i / width, w = width, h = height;
      if (edges == CONV_FIXED && (x == 0 || y == 0 || x == w - 1 || y == h - 1)) continue;
      float sum = before[y * w + (x + w - 1) % w] + before[y * w + (x + 1) % w] +
                  before[(y + h - 1) % h * w + x] + before[(y + 1) % h * w + x];
      now[i] = before[i] + k * (sum - 4 * before[i]);
    }
  }
  return give(now, out);
}
