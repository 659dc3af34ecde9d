// expect: pass 5_tile_2d
// form: shared tiles as objects of a class template, filled by lambdas; any tile, one kernel.
#include "gemm.h"
#include <cuda_runtime.h>
template <int ROWS, int COLS> struct SharedTile {
  float d[ROWS][COLS + 1];
  template <class G> __device__ void fill(G get) {
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < ROWS * COLS; i += blockDim.x * blockDim.y)
      d[i / COLS][i % COLS] = get(i / COLS, i % COLS);
  }
};
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(BM *BN / TM / TN)
    blocked(const float *A, const float *B, float *C, int m, int n, int k, float alpha, float beta) {
  __shared__ SharedTile<BM, BK> a;
  __shared__ SharedTile<BK, BN> b;
  const int r0 = blockIdx.y * BM, c0 = blockIdx.x * BN;
  float acc[TM][TN] = {{0.f}};
  for (int l = 0; l < k; l += BK) {
    a.fill([&](int i, int j) { return r0 + i < m && l + j < k ? A[(r0 + i) * k + l + j] : 0.f; });
    b.fill([&](int i, int j) { return l + i < k && c0 + j < n ? B[(l + i) * n + c0 + j] : 0.f; });
    __syncthreads();
    for (int p = 0; p < BK; ++p) {
      float x[TM], y[TN];
      for (int i = 0; i < TM; ++i) x[i] = a.d[threadIdx.y * TM + i][p];
      for (int j = 0; j < TN; ++j) y[j] = b.d[p][threadIdx.x + j * (BN / TN)];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) {
      int r = r0 + threadIdx.y * TM + i, c = c0 + threadIdx.x + j * (BN / TN);
      if (r < m && c < n) {
        float *o = C + r * n + c;
        *o = beta == 0.f ? alpha * acc[i][j] : alpha * acc[i][j] + beta * *o;
      }
    }
}
int gemm_5_tile_2d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  blocked<64, 64, 16, 4, 4>
      <<<dim3((n + 63) / 64, (m + 63) / 64), dim3(16, 16)>>>(a, b, c, m, n, k, alpha, beta);
  return cudaGetLastError();
}
