// expect: pass 5_boundary_modes
// form: a struct for each mode maps an index, or says that there is none; the kernel is a template on it.
#include "conv.h"
#include <cuda_runtime.h>

__constant__ float f[225];

struct zero {
  static __device__ int map(int i, int n) {
    return i < 0 || i >= n ? -1 : i;
  }
};
struct clamp {
  static __device__ int map(int i, int n) {
    return min(max(i, 0), n - 1);
  }
};
struct mirror {
  static __device__ int map(int i, int n) {
    while (n > 1 && (i < 0 || i >= n)) i = i < 0 ? -i : 2 * (n - 1) - i;
    return n > 1 ? i : 0;
  }
};
struct wrap {
  static __device__ int map(int i, int n) {
    return ((i % n) + n) % n;
  }
};

template <class MODE> __global__ void conv(const float *in, int w, int h, int r, float *out) {
  __shared__ float s[16 + 14][32 + 14];
  int x0 = blockIdx.x * 32 - r, y0 = blockIdx.y * 16 - r;
  int cols = 32 + 2 * r, rows = 16 + 2 * r;
  for (int y = threadIdx.y; y < rows; y += blockDim.y) {
    int gy = MODE::map(y0 + y, h);
    for (int x = threadIdx.x; x < cols; x += blockDim.x) {
      int gx = MODE::map(x0 + x, w);
      s[y][x] = gx < 0 || gy < 0 ? 0.f : in[(int64_t)gy * w + gx];
    }
  }
  __syncthreads();
  int x = blockIdx.x * 32 + threadIdx.x;
  for (int q = threadIdx.y; q < 16; q += blockDim.y) {
    int y = blockIdx.y * 16 + q;
    if (x >= w || y >= h) return;
    float sum = 0;
    const float *tap = f;
    for (int ky = 0; ky <= 2 * r; ky++)
      for (int kx = 0; kx <= 2 * r; kx++) sum += *tap++ * s[q + ky][threadIdx.x + kx];
    out[(int64_t)y * w + x] = sum;
  }
}

int conv_5_boundary_modes(const float *in, int width, int height, const float *filter, int radius, int mode,
                          float *out) {
  if (!width || !height) return 0;
  int d = 2 * radius + 1;
  cudaMemcpyToSymbol(f, filter, sizeof(float) * d * d, 0, cudaMemcpyDeviceToDevice);
  dim3 grid((width + 31) / 32, (height + 15) / 16), block(32, 4);
  switch (mode) {
  case CONV_ZERO:
    conv<zero><<<grid, block>>>(in, width, height, radius, out);
    break;
  case CONV_CLAMP:
    conv<clamp><<<grid, block>>>(in, width, height, radius, out);
    break;
  case CONV_MIRROR:
    conv<mirror><<<grid, block>>>(in, width, height, radius, out);
    break;
  default:
    conv<wrap><<<grid, block>>>(in, width, height, radius, out);
  }
  return cudaGetLastError();
}
