// expect: wrong 8_warp_tile
// fault: the warps stand 2 rows of threads apart instead of 4: patches overlap, and others are missing.
#include "gemm.h"
#define gemm_8_warp_tile reference
#include "../solution.cu"
#undef gemm_8_warp_tile
#include "parts.h"

template <bool VECTORS> static __global__ void overlap(PARAMETERS(float)) {
  __shared__ __align__(16) float as[2][STEP][PITCH], bs[2][STEP][BLOCK_TILE];
  int t = threadIdx.x;
  int row0 = blockIdx.y * BLOCK_TILE, col0 = blockIdx.x * BLOCK_TILE;
  int lane = t % 32, warp = t / 32;
  int x = (lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4), y = (lane >> 1 & 1) | (lane >> 2 & 2);
  int ty = (warp / 2 * 2 + y) * 4, tx = (warp % 2 * 8 + x) * 4;
  int ar = t / 2, al = t % 2 * 4, bl = t / 32, bc = t % 32 * 4;
  float sum[SIDE][SIDE] = {};
  store_turned(as[0], ar, al, load4<VECTORS>(a, m, k, row0 + ar, al));
  copy4<VECTORS>(&bs[0][bl][bc], b, k, n, bl, col0 + bc);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  int now = 0;
  for (int l0 = STEP; l0 < k; l0 += STEP, now ^= 1) {
    copy4<VECTORS>(&bs[now ^ 1][bl][bc], b, k, n, l0 + bl, col0 + bc);
    __pipeline_commit();
    float4 next = load4<VECTORS>(a, m, k, row0 + ar, l0 + al);
    multiply_tiles(as[now], bs[now], ty, tx, sum);
    store_turned(as[now ^ 1], ar, al, next);
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  multiply_tiles(as[now], bs[now], ty, tx, sum);
  store_tile<VECTORS>(c, m, n, row0 + ty, col0 + tx, alpha, sum, beta);
}

int gemm_8_warp_tile(PARAMETERS(float)) {
  dim3 grid(ceil_div(n, BLOCK_TILE), ceil_div(m, BLOCK_TILE));
  gemm_kernel *kernel = n % 4 == 0 && k % 4 == 0 ? overlap<true> : overlap<false>;
  kernel<<<grid, THREADS>>>(ARGUMENTS);
  return cudaGetLastError();
}
