// expect: inefficient 3_shared_tile global_load_sectors on emu
// fault: neighbouring threads load A from different rows: 32 sectors a request, of which 4 bytes each are used.
#include "gemm.h"
#define gemm_3_shared_tile reference
#include "../solution.cu"
#undef gemm_3_shared_tile
#include "parts.h"

static __global__ void by_columns(PARAMETERS(float)) {
  __shared__ float as[TILE][TILE + 1], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row0 = blockIdx.y * TILE, row = row0 + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int l0 = 0; l0 < k; l0 += TILE) {
    as[tx][ty] = row0 + tx < m && l0 + ty < k ? a[(row0 + tx) * k + l0 + ty] : 0;
    bs[ty][tx] = l0 + ty < k && col < n ? b[(l0 + ty) * n + col] : 0;
    __syncthreads();
    for (int l = 0; l < TILE; l++) sum += as[ty][l] * bs[l][tx];
    __syncthreads();
  }
  if (row < m && col < n) store(&c[row * n + col], alpha, sum, beta);
}

int gemm_3_shared_tile(PARAMETERS(float)) {
  dim3 block(TILE, TILE), grid(ceil_div(n, TILE), ceil_div(m, TILE));
  by_columns<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
