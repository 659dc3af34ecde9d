// expect: pass 8_stencil_3d
// form: blocks of 32 x 8 walk along z with three planes in registers, the middle one in shared memory with its borders.
#include "conv.h"
#include <cuda_runtime.h>

enum { BX = 32, BY = 8, WALK = 16 };

__global__ void heat(const float *in, int nx, int ny, int nz, float k, float *out) {
  __shared__ float s[BY + 2][BX + 2];
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  int sx = threadIdx.x + 1, sy = threadIdx.y + 1;
  int z0 = blockIdx.z * WALK, z1 = min(z0 + WALK, nz);
  bool here = x < nx && y < ny;
  int64_t plane = (int64_t)nx * ny, i = (int64_t)z0 * plane + (int64_t)y * nx + x;
  float before = here && z0 > 0 ? in[i - plane] : 0, now = here ? in[i] : 0, after;
  for (int z = z0; z < z1; z++, i += plane) {
    after = here && z + 1 < nz ? in[i + plane] : 0;
    __syncthreads();
    if (here) {
      s[sy][sx] = now;
      if (threadIdx.x == 0 && x > 0) s[sy][0] = in[i - 1];
      if (threadIdx.x == BX - 1 && x + 1 < nx) s[sy][BX + 1] = in[i + 1];
      if (threadIdx.y == 0 && y > 0) s[0][sx] = in[i - nx];
      if (threadIdx.y == BY - 1 && y + 1 < ny) s[BY + 1][sx] = in[i + nx];
    }
    __syncthreads();
    if (here) {
      bool face = x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1;
      float v = now;
      if (!face)
        v += k * (before + after + s[sy][sx - 1] + s[sy][sx + 1] + s[sy - 1][sx] + s[sy + 1][sx] - 6 * now);
      out[i] = v;
    }
    before = now;
    now = after;
  }
}

int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out) {
  if (!nx || !ny || !nz) return 0;
  heat<<<dim3((nx + BX - 1) / BX, (ny + BY - 1) / BY, (nz + WALK - 1) / WALK), dim3(BX, BY)>>>(in, nx, ny, nz,
                                                                                               k, out);
  return cudaGetLastError();
}
