// expect: inefficient 6_vectorised shared_wavefronts_excess on emu
// fault: the rows of the turned tile are 128 floats long: two stores meet in each bank.
#include "gemm.h"
#define gemm_6_vectorised reference
#include "../solution.cu"
#undef gemm_6_vectorised
#include "parts.h"

template <bool VECTORS> static __global__ void no_padding(PARAMETERS(float)) {
  __shared__ __align__(16) float as[STEP][BLOCK_TILE], bs[STEP][BLOCK_TILE];
  int t = threadIdx.x;
  int row0 = blockIdx.y * BLOCK_TILE, col0 = blockIdx.x * BLOCK_TILE;
  int ty = t / 16 * 4, tx = t % 16 * 4;
  int ar = t / 2, al = t % 2 * 4, bl = t / 32, bc = t % 32 * 4;
  float sum[SIDE][SIDE] = {};
  for (int l0 = 0; l0 < k; l0 += STEP) {
    float4 v = load4<VECTORS>(a, m, k, row0 + ar, l0 + al);
    as[al][ar] = v.x, as[al + 1][ar] = v.y, as[al + 2][ar] = v.z, as[al + 3][ar] = v.w;
    *(float4 *)&bs[bl][bc] = load4<VECTORS>(b, k, n, l0 + bl, col0 + bc);
    __syncthreads();
    for (int l = 0; l < STEP; l++) {
      float x[SIDE], y[SIDE];
      read_8(x, &as[l][ty]);
      read_8(y, &bs[l][tx]);
      for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) sum[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
  store_tile<VECTORS>(c, m, n, row0 + ty, col0 + tx, alpha, sum, beta);
}

int gemm_6_vectorised(PARAMETERS(float)) {
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  gemm_kernel *kernel = n % 4 == 0 && k % 4 == 0 ? no_padding<true> : no_padding<false>;
  kernel<<<grid, THREADS>>>(ARGUMENTS);
  return cudaGetLastError();
}
