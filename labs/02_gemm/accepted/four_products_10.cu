// expect: pass 10_split_tf32
// form: both parts of a tile of 64 x 64 are stored in shared memory, and all four products are made.
#include "gemm.h"
#include <mma.h>
using namespace nvcuda;

enum { T = 64, S = 16, P = S + 4, Q = T + 4 };

__global__ void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  __shared__ __align__(32) float as[2][T][P], bs[2][S][Q];
  __shared__ __align__(32) float cs[T][Q];
  int warp = threadIdx.x / 32, row0 = T * blockIdx.y, col0 = T * blockIdx.x;
  float sum[T * T / 256] = {};
  for (int l0 = 0; l0 < k; l0 += S) {
    for (int i = threadIdx.x; i < T * S; i += 256) {
      int r = i / S, s = i % S, t = i / T, u = i % T;
      float v = row0 + r < m && l0 + s < k ? a[(row0 + r) * k + l0 + s] : 0;
      float w = l0 + t < k && col0 + u < n ? b[(l0 + t) * n + col0 + u] : 0;
      as[0][r][s] = wmma::__float_to_tf32(v);
      as[1][r][s] = v - as[0][r][s];
      bs[0][t][u] = wmma::__float_to_tf32(w);
      bs[1][t][u] = w - bs[0][t][u];
    }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> part[2];
    for (int j = 0; j < 2; j++) wmma::fill_fragment(part[j], 0.0f);
    for (int p = 3; p >= 0; p--)
      for (int l = 0; l < S; l += 8) {
        wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> x;
        wmma::load_matrix_sync(x, &as[p / 2][warp / 2 * 16][l], P);
        for (int j = 0; j < 2; j++) {
          wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> y;
          wmma::load_matrix_sync(y, &bs[p % 2][l][(warp % 2 * 2 + j) * 16], Q);
          wmma::mma_sync(part[j], x, y, part[j]);
        }
      }
    for (int j = 0; j < 2; j++)
      wmma::store_matrix_sync(&cs[warp / 2 * 16][(warp % 2 * 2 + j) * 16], part[j], Q, wmma::mem_row_major);
    __syncthreads();
    for (int i = 0; i < T * T / 256; i++) sum[i] += cs[threadIdx.x / T + 4 * i][threadIdx.x % T];
    __syncthreads();
  }
  for (int i = 0; i < T * T / 256; i++) {
    int row = row0 + threadIdx.x / T + 4 * i, col = col0 + threadIdx.x % T;
    if (row >= m || col >= n) continue;
    float old = beta == 0 ? 0 : beta * c[row * n + col];
    c[row * n + col] = alpha * sum[i] + old;
  }
}

int gemm_10_split_tf32(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  product<<<dim3((n + T - 1) / T, (m + T - 1) / T), 256>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
