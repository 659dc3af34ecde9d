// expect: inefficient 4_tile_1d shared_load_requests on emu
// fault: the element of B is read from shared memory for each of the 8 products: `volatile` keeps it out of a register.
#include "gemm.h"
#define gemm_4_tile_1d reference
#include "../solution.cu"
#undef gemm_4_tile_1d
#include "parts.h"

static __global__ void b_read_each_time(PARAMETERS(float)) {
  __shared__ float as[TILE_4][STEP + 0], bs[STEP][TILE_4];
  int t = threadIdx.x;
  int row0 = blockIdx.y * TILE_4, col0 = blockIdx.x * TILE_4;
  int ty = t / TILE_4 * COLUMN, tx = t % TILE_4;
  float sum[COLUMN] = {};
  for (int l0 = 0; l0 < k; l0 += STEP) {
    int ar = t / STEP, al = t % STEP, bl = t / TILE_4, bc = t % TILE_4;
    as[ar][al] = row0 + ar < m && l0 + al < k ? a[(row0 + ar) * k + l0 + al] : 0;
    bs[bl][bc] = l0 + bl < k && col0 + bc < n ? b[(l0 + bl) * n + col0 + bc] : 0;
    __syncthreads();
    for (int l = 0; l < STEP; l++)
      for (int i = 0; i < COLUMN; i++) sum[i] += as[ty + i][l] * ((volatile float *)bs[l])[tx];
    __syncthreads();
  }
  for (int i = 0; i < COLUMN; i++) {
    int row = row0 + ty + i, col = col0 + tx;
    if (row < m && col < n) store(&c[row * n + col], alpha, sum[i], beta);
  }
}

int gemm_4_tile_1d(PARAMETERS(float)) {
  dim3 grid(ceil_div(n, TILE_4), ceil_div(m, TILE_4));
  b_read_each_time<<<grid, THREADS_4>>>(ARGUMENTS);
  return cudaGetLastError();
}
