// expect: inefficient 9_tensor_core tensor_ops on emu
// fault: halves, but multiplied one by one.
#include "gemm.h"
#define gemm_9_tensor_core reference
#include "../solution.cu"
#undef gemm_9_tensor_core
#include "parts.h"

static __global__ void one_by_one(PARAMETERS(__half)) {
  __shared__ __half as[TILE_9][STEP_9 + GAP], bs[STEP_9][TILE_9 + GAP];
  int t = threadIdx.x, row0 = blockIdx.y * TILE_9, col0 = blockIdx.x * TILE_9;
  float sum[32] = {};
  for (int l0 = 0; l0 < k; l0 += STEP_9) {
    load_halves<false, TILE_9, STEP_9>(as, a, m, k, row0, l0);
    load_halves<false, STEP_9, TILE_9>(bs, b, k, n, l0, col0);
    __syncthreads();
    for (int l = 0; l < STEP_9; l++)
      for (int i = 0; i < 32; i++)
        sum[i] += __half2float(as[t / TILE_9 + 2 * i][l]) * __half2float(bs[l][t % TILE_9]);
    __syncthreads();
  }
  for (int i = 0; i < 32; i++) {
    int row = row0 + t / TILE_9 + 2 * i, col = col0 + t % TILE_9;
    if (row < m && col < n) store(&c[row * n + col], alpha, sum[i], beta);
  }
}

int gemm_9_tensor_core(PARAMETERS(gemm_half)) {
  dim3 grid(ceil_div(n, TILE_9), ceil_div(m, TILE_9));
  one_by_one<<<grid, THREADS_9>>>(ARGUMENTS);
  return cudaGetLastError();
}
