// expect: hazard 3_shared_tile out-of-bounds on emu
// fault: no test for the edges: right only where m, n and k are multiples of 32.
#include "gemm.h"
#define gemm_3_shared_tile reference
#include "../solution.cu"
#undef gemm_3_shared_tile
#include "parts.h"

static __global__ void multiples_only(PARAMETERS(float)) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int l0 = 0; l0 < k; l0 += TILE) {
    as[ty][tx] = a[row * k + l0 + tx];
    bs[ty][tx] = b[(l0 + ty) * n + col];
    __syncthreads();
    for (int l = 0; l < TILE; l++) sum += as[ty][l] * bs[l][tx];
    __syncthreads();
  }
  if (row < m && col < n) store(&c[row * n + col], alpha, sum, beta);
}

int gemm_3_shared_tile(PARAMETERS(float)) {
  dim3 block(TILE, TILE), grid(ceil_div(n, TILE), ceil_div(m, TILE));
  multiples_only<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
