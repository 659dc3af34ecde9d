// expect: inefficient 8_stencil_3d global_sectors_excess on emu
// fault: neighbouring lanes take neighbouring rows: each of their loads needs a sector of its own.
#include "conv.h"
#define conv_8_stencil_3d reference
#include "../solution.cu"
#undef conv_8_stencil_3d

static __global__ void walk(const float *in, int nx, int ny, int nz, float k, float *out) {
  __shared__ float s[WARPS + 2][WARP + 2];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * WARPS + ty - 1, y = blockIdx.y * WARP + tx - 1, z0 = blockIdx.z * DEPTH; // fault
  int64_t plane = (int64_t)nx * ny, i = z0 * plane + (int64_t)y * nx + x;
  bool inside = x < nx && y < ny;
  int64_t next = nx, other = 1; // to the next lane's cell, to the next warp's
  int u = y, v = x, nu = ny, nv = nx;
  float below = inside && z0 > 0 ? in[i - plane] : 0, here = inside ? in[i] : 0;
  for (int z = z0; z < z0 + DEPTH && z < nz; z++, i += plane) {
    float above = inside && z + 1 < nz ? in[i + plane] : 0;
    s[ty][tx] = here;
    if (tx == 1 && v < nv && u > 0 && u <= nu) s[ty][0] = in[i - next];
    if (tx == WARP && v < nv && u + 1 < nu) s[ty][WARP + 1] = in[i + next];
    if (ty == 1 && u < nu && v > 0 && v <= nv) s[0][tx] = in[i - other];
    if (ty == WARPS && u < nu && v + 1 < nv) s[WARPS + 1][tx] = in[i + other];
    __syncthreads();
    bool face = x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1;
    float sum = face || !inside
                    ? 0
                    : (s[ty][tx - 1] + s[ty][tx + 1]) + (s[ty - 1][tx] + s[ty + 1][tx]) + (below + above);
    if (inside) out[i] = face ? here : here + k * (sum - 6 * here);
    __syncthreads();
    below = here;
    here = above;
  }
}

int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out) {
  dim3 grid(blocks_for(nx, WARPS), blocks_for(ny, WARP), blocks_for(nz, DEPTH)), block(WARP, WARPS);
  if (nx > 0 && ny > 0 && nz > 0) walk<<<grid, block>>>(in, nx, ny, nz, k, out);
  return cudaGetLastError();
}
