// expect: inefficient 9_tensor_core global_load_bytes on emu
// fault: tensor cores fed from tiles of 32 x 32: twice the bytes.
#include "gemm.h"
#define gemm_9_tensor_core reference
#include "../solution.cu"
#undef gemm_9_tensor_core
#include "parts.h"

template <bool VECTORS> static __global__ void small(PARAMETERS(__half)) {
  __shared__ __align__(32) __half as[32][STEP_9 + GAP], bs[STEP_9][32 + GAP];
  __shared__ __align__(32) float cs[32][32 + 8];
  int row0 = blockIdx.y * 32, col0 = blockIdx.x * 32;
  int warp = threadIdx.x / 32, wr = warp / 2 * (32 / 2), wc = warp % 2 * (32 / 2);
  wmma::fragment<wmma::accumulator, FRAGMENT, FRAGMENT, FRAGMENT, float> sum[1][1];
  for (int i = 0; i < 1; i++)
    for (int j = 0; j < 1; j++) wmma::fill_fragment(sum[i][j], (float)0.0f);
  for (int l0 = 0; l0 < k; l0 += STEP_9) {
    load_halves<VECTORS, 32, STEP_9>(as, a, m, k, row0, l0);
    load_halves<VECTORS, STEP_9, 32>(bs, b, k, n, l0, col0);
    __syncthreads();
    for (int l = 0; l < STEP_9; l += FRAGMENT) {
      wmma::fragment<wmma::matrix_a, FRAGMENT, FRAGMENT, FRAGMENT, __half, wmma::row_major> x;
      wmma::fragment<wmma::matrix_b, FRAGMENT, FRAGMENT, FRAGMENT, __half, wmma::row_major> y;
      for (int i = 0; i < 1; i++)
        for (int j = 0; j < 1; j++) {
          wmma::load_matrix_sync(x, &as[wr + FRAGMENT * i][l], STEP_9 + GAP);
          wmma::load_matrix_sync(y, &bs[l][wc + FRAGMENT * j], 32 + GAP);
          wmma::mma_sync(sum[i][j], x, y, sum[i][j]);
        }
    }
    __syncthreads();
  }
  for (int i = 0; i < 1; i++)
    for (int j = 0; j < 1; j++)
      wmma::store_matrix_sync(&cs[wr + FRAGMENT * i][wc + FRAGMENT * j], sum[i][j], 32 + 8,
                              wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < 32 * 32; i += THREADS_9) {
    int row = row0 + i / 32, col = col0 + i % 32;
    if (row < m && col < n) store(&c[row * n + col], alpha, cs[i / 32][i % 32], beta);
  }
}

int gemm_9_tensor_core(PARAMETERS(gemm_half)) {
  dim3 grid(ceil_div(n, 32), ceil_div(m, 32));
  if (n % 8 == 0 && k % 8 == 0)
    small<true><<<grid, THREADS_9>>>(ARGUMENTS);
  else
    small<false><<<grid, THREADS_9>>>(ARGUMENTS);
  return cudaGetLastError();
}
