// expect: pass 9_tensor_core global_load_bytes
// form: the simple sample's: a warp computes 16 x 16 elements by itself, from fragments that only it loads.
#include "gemm.h"
#include <mma.h>
using namespace nvcuda;

enum { WARPS = 4 };

__global__ void product(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                        float *c) {
  __shared__ __align__(32) gemm_half sa[WARPS][256], sb[WARPS][256];
  __shared__ __align__(32) float sc[WARPS][256];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int row0 = 16 * blockIdx.y, col0 = 16 * (WARPS * blockIdx.x + warp);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, gemm_half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, gemm_half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int l0 = 0; l0 < k; l0 += 16) {
    for (int i = lane; i < 256; i += 32) {
      int r = i / 16, s = i % 16;
      sa[warp][i] = row0 + r < m && l0 + s < k ? a[(row0 + r) * k + l0 + s] : __float2half(0.0f);
      sb[warp][i] = l0 + r < k && col0 + s < n ? b[(l0 + r) * n + col0 + s] : __float2half(0.0f);
    }
    __syncwarp();
    wmma::load_matrix_sync(fa, sa[warp], 16);
    wmma::load_matrix_sync(fb, sb[warp], 16);
    wmma::mma_sync(fc, fa, fb, fc);
    __syncwarp();
  }
  wmma::store_matrix_sync(sc[warp], fc, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = lane; i < 256; i += 32) {
    int row = row0 + i / 16, col = col0 + i % 16;
    if (row >= m || col >= n) continue;
    float old = beta == 0 ? 0 : beta * c[row * n + col];
    c[row * n + col] = alpha * sc[warp][i] + old;
  }
}

int gemm_9_tensor_core(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                       float *c) {
  product<<<dim3((n + 16 * WARPS - 1) / (16 * WARPS), (m + 15) / 16), 32 * WARPS>>>(m, n, k, alpha, a, b,
                                                                                    beta, c);
  return cudaGetLastError();
}
