// expect: pass 8_stencil_3d
// form: the textbook's thread coarsening: input tiles of 32 x 32, planes before and behind in registers.
#include "conv.h"

#define IN_TILE_DIM  32
#define OUT_TILE_DIM 30

__global__ static void stencil(const float *in, int nx, int ny, int nz, float k, float *out) {
  __shared__ float inCurr_s[IN_TILE_DIM][IN_TILE_DIM];
  int iStart = blockIdx.z * OUT_TILE_DIM;
  int j = blockIdx.y * OUT_TILE_DIM + threadIdx.y - 1, l = blockIdx.x * OUT_TILE_DIM + threadIdx.x - 1;
  bool column = j >= 0 && j < ny && l >= 0 && l < nx;
  size_t plane = (size_t)nx * ny, at = column ? (size_t)j * nx + l : 0;
  float inPrev = 0, inNext = 0, inCurr = column && iStart < nz ? in[iStart * plane + at] : 0;
  if (column && iStart > 0) inPrev = in[(iStart - 1) * plane + at];
  for (int i = iStart; i < iStart + OUT_TILE_DIM && i < nz; ++i) {
    inNext = column && i + 1 < nz ? in[(i + 1) * plane + at] : 0;
    inCurr_s[threadIdx.y][threadIdx.x] = inCurr;
    __syncthreads();
    int ty = threadIdx.y, tx = threadIdx.x;
    if (column && ty >= 1 && ty < IN_TILE_DIM - 1 && tx >= 1 && tx < IN_TILE_DIM - 1) {
      float value = inCurr;
      if (i >= 1 && i < nz - 1 && j >= 1 && j < ny - 1 && l >= 1 && l < nx - 1)
        value += k * (inPrev + inNext + inCurr_s[ty][tx - 1] + inCurr_s[ty][tx + 1] + inCurr_s[ty - 1][tx] +
                      inCurr_s[ty + 1][tx] - 6 * inCurr);
      out[i * plane + at] = value;
    }
    __syncthreads();
    inPrev = inCurr;
    inCurr = inNext;
  }
}

int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out) {
  if (nx == 0 || ny == 0 || nz == 0) return 0;
  dim3 grid((nx + OUT_TILE_DIM - 1) / OUT_TILE_DIM, (ny + OUT_TILE_DIM - 1) / OUT_TILE_DIM,
            (nz + OUT_TILE_DIM - 1) / OUT_TILE_DIM);
  stencil<<<grid, dim3(IN_TILE_DIM, IN_TILE_DIM)>>>(in, nx, ny, nz, k, out);
  return cudaGetLastError();
}
