// expect: pass 8_stencil_3d
// form: a short walk: 32 x 8 columns, eight planes a block, the four neighbours of the plane with a halo of one.
#include "conv.h"

enum { TX = 32, TY = 8, DEPTH = 8 };

__global__ static void walk(const float *in, int nx, int ny, int nz, float k, float *out) {
  __shared__ float s[TY + 2][TX + 2];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y, z0 = blockIdx.z * DEPTH;
  const bool mine = x < nx && y < ny;
  const int64_t plane = (int64_t)nx * ny;
  const float *p = in + z0 * plane + (int64_t)y * nx + x;
  float below = mine && z0 > 0 ? p[-plane] : 0, here = mine ? *p : 0;
  for (int z = z0; z < z0 + DEPTH && z < nz; z++, p += plane) {
    float above = mine && z + 1 < nz ? p[plane] : 0;
    s[ty][tx] = here;
    if (mine && tx == 1 && x > 0) s[ty][0] = p[-1];
    if (mine && tx == TX && x + 1 < nx) s[ty][TX + 1] = p[1];
    if (mine && ty == 1 && y > 0) s[0][tx] = p[-nx];
    if (mine && ty == TY && y + 1 < ny) s[TY + 1][tx] = p[nx];
    __syncthreads();
    if (mine) {
      float c = here;
      if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
        c += k * (below + above + s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] - 6 * here);
      out[z * plane + (int64_t)y * nx + x] = c;
    }
    __syncthreads();
    below = here;
    here = above;
  }
}

int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out) {
  if (nx <= 0 || ny <= 0 || nz <= 0) return 0;
  walk<<<dim3((nx + TX - 1) / TX, (ny + TY - 1) / TY, (nz + DEPTH - 1) / DEPTH), dim3(TX, TY)>>>(in, nx, ny,
                                                                                                 nz, k, out);
  return cudaGetLastError();
}
