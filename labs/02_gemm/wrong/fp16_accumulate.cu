// expect: wrong 9_tensor_core
// fault: the sums are halves too: 11 bits are too few for a sum of hundreds of products.
#include "gemm.h"
#define gemm_9_tensor_core reference
#include "../solution.cu"
#undef gemm_9_tensor_core
#include "parts.h"

template <bool VECTORS> static __global__ void half_sums(PARAMETERS(__half)) {
  __shared__ __align__(32) __half as[TILE_9][STEP_9 + GAP], bs[STEP_9][TILE_9 + GAP];
  __shared__ __align__(32) __half cs[TILE_9][TILE_9 + 8];
  int row0 = blockIdx.y * TILE_9, col0 = blockIdx.x * TILE_9;
  int warp = threadIdx.x / 32, wr = warp / 2 * (TILE_9 / 2), wc = warp % 2 * (TILE_9 / 2);
  wmma::fragment<wmma::accumulator, FRAGMENT, FRAGMENT, FRAGMENT, __half> sum[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) wmma::fill_fragment(sum[i][j], (__half)0.0f);
  for (int l0 = 0; l0 < k; l0 += STEP_9) {
    load_halves<VECTORS, TILE_9, STEP_9>(as, a, m, k, row0, l0);
    load_halves<VECTORS, STEP_9, TILE_9>(bs, b, k, n, l0, col0);
    __syncthreads();
    for (int l = 0; l < STEP_9; l += FRAGMENT) {
      wmma::fragment<wmma::matrix_a, FRAGMENT, FRAGMENT, FRAGMENT, __half, wmma::row_major> x;
      wmma::fragment<wmma::matrix_b, FRAGMENT, FRAGMENT, FRAGMENT, __half, wmma::row_major> y;
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
          wmma::load_matrix_sync(x, &as[wr + FRAGMENT * i][l], STEP_9 + GAP);
          wmma::load_matrix_sync(y, &bs[l][wc + FRAGMENT * j], TILE_9 + GAP);
          wmma::mma_sync(sum[i][j], x, y, sum[i][j]);
        }
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      wmma::store_matrix_sync(&cs[wr + FRAGMENT * i][wc + FRAGMENT * j], sum[i][j], TILE_9 + 8,
                              wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < TILE_9 * TILE_9; i += THREADS_9) {
    int row = row0 + i / TILE_9, col = col0 + i % TILE_9;
    if (row < m && col < n) store(&c[row * n + col], alpha, cs[i / TILE_9][i % TILE_9], beta);
  }
}

int gemm_9_tensor_core(PARAMETERS(gemm_half)) {
  dim3 grid(ceil_div(n, TILE_9), ceil_div(m, TILE_9));
  if (n % 8 == 0 && k % 8 == 0)
    half_sums<true><<<grid, THREADS_9>>>(ARGUMENTS);
  else
    half_sums<false><<<grid, THREADS_9>>>(ARGUMENTS);
  return cudaGetLastError();
}
