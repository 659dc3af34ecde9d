// expect: inefficient 8_stencil_3d global_bytes on emu
// fault: each cell is loaded by itself and by its six neighbours.
#include "conv.h"
#define conv_8_stencil_3d reference
#include "../solution.cu"
#undef conv_8_stencil_3d

static __global__ void naive(const float *in, int nx, int ny, int nz, float k, float *out) {
  int x = blockIdx.x * WARP + threadIdx.x, y = blockIdx.y * WARPS + threadIdx.y, z = blockIdx.z;
  int64_t plane = (int64_t)nx * ny, i = z * plane + (int64_t)y * nx + x;
  if (x >= nx || y >= ny) return;
  float c = in[i];
  if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1)
    c += k *
         (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane] - 6 * c); // fault
  out[i] = c;
}

int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out) {
  dim3 grid(blocks_for(nx, WARP), blocks_for(ny, WARPS), nz), block(WARP, WARPS);
  if (nx > 0 && ny > 0 && nz > 0) naive<<<grid, block>>>(in, nx, ny, nz, k, out);
  return cudaGetLastError();
}
