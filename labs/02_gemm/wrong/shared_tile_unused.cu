// expect: inefficient 3_shared_tile global_load_bytes on emu
// fault: tiles are loaded into shared memory, but the products read global memory.
#include "gemm.h"
#define gemm_3_shared_tile reference
#include "../solution.cu"
#undef gemm_3_shared_tile
#include "parts.h"

static __global__ void unused(PARAMETERS(float)) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int l0 = 0; l0 < k; l0 += TILE) {
    as[ty][tx] = row < m && l0 + tx < k ? a[row * k + l0 + tx] : 0;
    bs[ty][tx] = l0 + ty < k && col < n ? b[(l0 + ty) * n + col] : 0;
    __syncthreads();
    for (int l = l0; l < l0 + TILE && l < k; l++)
      if (row < m && col < n) sum += a[row * k + l] * b[l * n + col];
    __syncthreads();
  }
  if (row < m && col < n) store(&c[row * n + col], alpha, sum, beta);
}

int gemm_3_shared_tile(PARAMETERS(float)) {
  dim3 block(TILE, TILE), grid(ceil_div(n, TILE), ceil_div(m, TILE));
  unused<<<grid, block>>>(ARGUMENTS);
  return cudaGetLastError();
}
