// expect: wrong 3_shared_tile
// fault: beyond the end of k the last row of B is loaded again, and multiplied with zeros: 0 times infinity is NaN.
#include "gemm.h"
#define gemm_3_shared_tile reference
#include "../solution.cu"
#undef gemm_3_shared_tile
#include "parts.h"

static __global__ void clamped_not_zero(PARAMETERS(float)) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int l0 = 0; l0 < k; l0 += TILE) {
    as[ty][tx] = row < m && l0 + tx < k ? a[row * k + l0 + tx] : 0;
    bs[ty][tx] = b[(l0 + ty < k ? l0 + ty : k - 1) * n + (col < n ? col : n - 1)];
    __syncthreads();
    for (int l = 0; l < TILE; l++) sum += as[ty][l] * bs[l][tx];
    __syncthreads();
  }
  if (row < m && col < n) store(&c[row * n + col], alpha, sum, beta);
}

int gemm_3_shared_tile(PARAMETERS(float)) {
  dim3 block(TILE, TILE), grid(ceil_div(n, TILE), ceil_div(m, TILE));
  clamped_not_zero<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
