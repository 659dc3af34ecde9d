// expect: hazard 3_shared_tile race-shared on emu
// fault: no barrier after the products: a fast warp overwrites a tile that a slow one still reads.
#include "gemm.h"
#define gemm_3_shared_tile reference
#include "../solution.cu"
#undef gemm_3_shared_tile
#include "parts.h"

static __global__ void barrier_missing_after_products(PARAMETERS(float)) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int l0 = 0; l0 < k; l0 += TILE) {
    as[ty][tx] = row < m && l0 + tx < k ? a[row * k + l0 + tx] : 0;
    bs[ty][tx] = l0 + ty < k && col < n ? b[(l0 + ty) * n + col] : 0;
    __syncthreads();
    for (int l = 0; l < TILE; l++) sum += as[ty][l] * bs[l][tx];
  }
  if (row < m && col < n) store(&c[row * n + col], alpha, sum, beta);
}

int gemm_3_shared_tile(PARAMETERS(float)) {
  dim3 block(TILE, TILE), grid(ceil_div(n, TILE), ceil_div(m, TILE));
  barrier_missing_after_products<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
