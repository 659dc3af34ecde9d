// expect: inefficient 8_stencil_3d global_load_bytes on emu
// fault: the host computes the result; no kernel reads the input.
#include "conv.h"
#define conv_8_stencil_3d reference
#include "../solution.cu"
#undef conv_8_stencil_3d
#include <vector>

static std::vector<float> fetch(const float *from, int64_t n) {
  std::vector<float> v(n);
  cudaMemcpy(v.data(), from, n * sizeof(float), cudaMemcpyDeviceToHost);
  return v;
}

static int give(const std::vector<float> &v, float *to) {
  return cudaMemcpy(to, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
}

int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out) {
  int64_t plane = (int64_t)nx * ny, n = plane * nz;
  std::vector<float> before = fetch(in, n), now = before;
  for (int64_t i = 0; i < n; i++) {
    int64_t x = i % nx, y = i / nx % ny, z = i / plane;
    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) continue;
    const float *c = &before[i];
    float sum = c[-1] + c[1] + c[-nx] + c[nx] + c[-plane] + c[plane];
    now[i] = *c + k * (sum - 6 * *c);
  }
  return give(now, out);
}
