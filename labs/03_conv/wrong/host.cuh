// A result made by the host: arrays come to it and go back.
#include <vector>

static std::vector<float> fetch(const float *from, int64_t n) {
  std::vector<float> v(n);
  cudaMemcpy(v.data(), from, n * sizeof(float), cudaMemcpyDeviceToHost);
  return v;
}

static int give(const std::vector<float> &v, float *to) {
  return cudaMemcpy(to, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
}

// The index for place i as conv.h's modes have it; -1 for a 0.
static int64_t host_place(int64_t i, int64_t n, int mode) {
  if (i >= 0 && i < n) return i;
  if (mode == CONV_ZERO) return -1;
  if (mode == CONV_CLAMP) return i < 0 ? 0 : n - 1;
  if (mode == CONV_WRAP) return (i % n + n) % n;
  while (n > 1 && (i < 0 || i >= n)) i = i < 0 ? -i : 2 * (n - 1) - i;
  return n > 1 ? i : 0;
}

// Adds a picture's convolution with a filter of 2 ry + 1 rows of 2 rx + 1 taps to `to`.
static void host_filter(const float *in, int64_t w, int64_t h, const float *filter, int rx, int ry, float *to,
                        int mode = CONV_ZERO) {
  for (int64_t y = 0; y < h; y++)
    for (int64_t x = 0; x < w; x++)
      for (int ky = 0; ky <= 2 * ry; ky++)
        for (int kx = 0; kx <= 2 * rx; kx++) {
          int64_t v = host_place(y - ry + ky, h, mode), u = host_place(x - rx + kx, w, mode);
          if (u >= 0 && v >= 0) to[y * w + x] += filter[ky * (2 * rx + 1) + kx] * in[v * w + u];
        }
}
