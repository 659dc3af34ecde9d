// Lab 03, stage 8: three dimensions.

// 32 x 8 threads have 128 x 8 columns of cells, four columns a thread, and walk through DEPTH planes. A
// thread loads the cells above and below in its own earlier and later steps, so it keeps three planes in
// registers. Only the neighbours in the plane belong to other threads: the middle plane goes to shared
// memory, with a halo of one. All loads of the next plane and its halo are in flight while the block computes
// this one. Two buffers alternate, so that one barrier a plane is enough. Bytes fall almost to the compulsory
// traffic.
//
// 512^3 cells have 256 tiles in a plane. With 86 planes a block, these are 1536 blocks. The launch bounds
// limit the registers, so that each of an H200's 132 SMs holds six blocks: two rounds, the second almost
// full. With 64 planes a block there would be two and a half rounds.
enum { DEPTH = 86 };

static __device__ float stepped(float c, float k, float left, float right, float4 v) {
  return c + k * ((left + right) + (v.x + v.y) + (v.z + v.w) - 6 * c);
}

__global__ void __launch_bounds__(BLOCK, PMPP_BLOCKS(BLOCK, 6))
    conv_8_kernel(const float *__restrict__ in, int nx, int ny, int nz, float k, float *__restrict__ out) {
  __shared__ float4 s[2][WARPS + 2][WARP + 2];
  int lane = threadIdx.x, warp = threadIdx.y;
  int x = 4 * (blockIdx.x * WARP + lane), y = blockIdx.y * WARPS + warp, z0 = blockIdx.z * DEPTH;
  int64_t plane = (int64_t)nx * ny;
  const float *p = in + z0 * plane;
  const float4 zero = {0, 0, 0, 0};

  // The first and the last warp also load the row beside the tile. The first and the last lane also load the
  // cell beside it.
  bool has_row = warp == 0 || warp == WARPS - 1, has_cell = lane == 0 || lane == WARP - 1;
  int row_y = warp == 0 ? y - 1 : y + 1, cell_x = lane == 0 ? x - 1 : x + 4, cell_y = y < ny ? y : -1;

  float4 below = z0 > 0 ? load4(p - plane, nx, ny, x, y, CONV_ZERO) : zero, above;
  float4 here = load4(p, nx, ny, x, y, CONV_ZERO);
  float4 row = has_row ? load4(p, nx, ny, x, row_y, CONV_ZERO) : zero;
  float cell = has_cell ? pixel(p, nx, cell_y, cell_x, CONV_ZERO) : 0;
  for (int z = z0; z < z0 + DEPTH && z < nz; z++) {
    float4(*q)[WARP + 2] = s[z % 2];
    q[warp + 1][lane + 1] = here;
    if (warp == 0) q[0][lane + 1] = row;
    if (warp == WARPS - 1) q[WARPS + 1][lane + 1] = row;
    if (lane == 0) q[warp + 1][0].w = cell;
    if (lane == WARP - 1) q[warp + 1][WARP + 1].x = cell;

    p += plane;
    bool more = z + 1 < nz;
    above = more ? load4(p, nx, ny, x, y, CONV_ZERO) : zero;
    if (more && has_row) row = load4(p, nx, ny, x, row_y, CONV_ZERO);
    if (more && has_cell) cell = pixel(p, nx, cell_y, cell_x, CONV_ZERO);
    __syncthreads();

    float4 up = q[warp][lane + 1], down = q[warp + 2][lane + 1], next = here;
    float left = q[warp + 1][lane].w, right = q[warp + 1][lane + 2].x;
    if (y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
      if (x > 0 && x < nx - 1)
        next.x = stepped(here.x, k, left, here.y, make_float4(up.x, down.x, below.x, above.x));
      if (x + 1 < nx - 1)
        next.y = stepped(here.y, k, here.x, here.z, make_float4(up.y, down.y, below.y, above.y));
      if (x + 2 < nx - 1)
        next.z = stepped(here.z, k, here.y, here.w, make_float4(up.z, down.z, below.z, above.z));
      if (x + 3 < nx - 1)
        next.w = stepped(here.w, k, here.z, right, make_float4(up.w, down.w, below.w, above.w));
    }
    store4(out + z * plane, nx, ny, x, y, next);
    below = here;
    here = above;
  }
}

int conv_8_stencil_3d(const float *in, int nx, int ny, int nz, float k, float *out) {
  dim3 grid(blocks_for(nx, TILE_X), blocks_for(ny, WARPS), blocks_for(nz, DEPTH)), block(WARP, WARPS);
  if (nx > 0 && ny > 0 && nz > 0) conv_8_kernel<<<grid, block>>>(in, nx, ny, nz, k, out);
  return cudaGetLastError();
}
