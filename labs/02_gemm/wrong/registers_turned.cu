// expect: wrong 5_tile_2d
// fault: row i and column j of the sums change places when they are stored.
#include "gemm.h"
#define gemm_5_tile_2d reference
#include "../solution.cu"
#undef gemm_5_tile_2d
#include "parts.h"

// T x T elements of C a block, R x R a thread.
template <int T, int R> static __global__ void turned(PARAMETERS(float)) {
  enum { ACROSS = T / R, N = ACROSS * ACROSS };
  __shared__ float as[T][STEP + 0], bs[STEP][T];
  int t = threadIdx.x;
  int row0 = blockIdx.y * T, col0 = blockIdx.x * T, ty = t / ACROSS * R, tx = t % ACROSS * R;
  float sum[R][R] = {};
  for (int l0 = 0; l0 < k; l0 += STEP) {
    for (int i = t; i < T * STEP; i += N) {
      int ar = i / STEP, al = i % STEP, bl = i / T, bc = i % T;
      as[ar][al] = row0 + ar < m && l0 + al < k ? a[(row0 + ar) * k + l0 + al] : 0;
      bs[bl][bc] = l0 + bl < k && col0 + bc < n ? b[(l0 + bl) * n + col0 + bc] : 0;
    }
    __syncthreads();
    for (int l = 0; l < STEP; l++) {
      float y[R];
      for (int j = 0; j < R; j++) y[j] = bs[l][tx + j];
      for (int i = 0; i < R; i++) {
        float x = as[ty + i][l];
        for (int j = 0; j < R; j++) sum[i][j] += x * y[j];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < R; i++)
    for (int j = 0; j < R; j++) {
      int row = row0 + ty + i, col = col0 + tx + j;
      if (row < m && col < n) store(&c[row * n + col], alpha, sum[j][i], beta);
    }
}

int gemm_5_tile_2d(PARAMETERS(float)) {
  enum { T = 128, R = 8 };
  dim3 grid(ceil_div(n, T), ceil_div(m, T));
  turned<T, R><<<grid, T * T / (R * R)>>>(ARGUMENTS);
  return cudaGetLastError();
}
