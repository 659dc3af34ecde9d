// expect: pass 4_conv2d_halo
// form: a one-dimensional block of 192 threads for 48 x 16 outputs, which walks over the padded tile as over one row.
#include "conv.h"
#include <cuda_runtime.h>
constexpr int TX = 48, TY = 16, NT = 192, MAXR = CONV_MAX_RADIUS;
__constant__ float Fc[(2 * MAXR + 1) * (2 * MAXR + 1)];
__global__ void conv2d(const float *__restrict__ in, int w, int h, int r, float *__restrict__ out) {
  __shared__ float tile[TY + 2 * MAXR][TX + 2 * MAXR + 1];
  const int x0 = blockIdx.x * TX - r, y0 = blockIdx.y * TY - r, tw = TX + 2 * r, th = TY + 2 * r,
            fw = 2 * r + 1;
  for (int i = threadIdx.x; i < tw * th; i += NT) {
    const int ty = i / tw, tx = i - ty * tw, x = x0 + tx, y = y0 + ty;
    tile[ty][tx] = ((unsigned)x < (unsigned)w && (unsigned)y < (unsigned)h) ? in[(size_t)y * w + x] : 0.f;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < TX * TY; i += NT) {
    const int oy = i / TX, ox = i % TX, x = x0 + r + ox, y = y0 + r + oy;
    if (x >= w || y >= h) continue;
    float sum = 0;
    for (int fy = 0; fy < fw; fy++)
      for (int fx = 0; fx < fw; fx++) sum += Fc[fy * fw + fx] * tile[oy + fy][ox + fx];
    out[(size_t)y * w + x] = sum;
  }
}
int conv_4_conv2d_halo(const float *in, int width, int height, const float *filter, int radius, float *out) {
  if (width == 0 || height == 0) return 0;
  const int taps = (2 * radius + 1) * (2 * radius + 1);
  cudaError_t err =
      cudaMemcpyToSymbolAsync(Fc, filter, taps * sizeof *filter, 0, cudaMemcpyDeviceToDevice, 0);
  if (err != cudaSuccess) return err;
  conv2d<<<dim3((width + TX - 1) / TX, (height + TY - 1) / TY), NT>>>(in, width, height, radius, out);
  return cudaGetLastError();
}
