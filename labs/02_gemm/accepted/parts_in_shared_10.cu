// expect: pass 10_split_tf32
// form: both parts of a tile are split once, on their way into shared memory: four arrays there, and no fragment is taken apart.
#include "gemm.h"

#include <mma.h>
using namespace nvcuda;
enum { T = 64, S = 16 };
__global__ void split(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                      float *C) {
  __shared__ __align__(32) float Ah[T][S + 8], Al[T][S + 8], Bh[S][T + 8], Bl[S][T + 8];
  int warp = threadIdx.x / 32, wr = warp / 2, wc = warp % 2, br = blockIdx.y * T, bc = blockIdx.x * T;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc[2][2];
  for (auto &r : acc)
    for (auto &f : r) wmma::fill_fragment(f, 0.f);
  for (int k0 = 0; k0 < K; k0 += S) {
    for (int i = threadIdx.x; i < T * S; i += 128) {
      int r = i / S, c = i % S;
      float v = br + r < M && k0 + c < K ? A[(size_t)(br + r) * K + k0 + c] : 0.f,
            h = wmma::__float_to_tf32(v);
      Ah[r][c] = h, Al[r][c] = wmma::__float_to_tf32(v - h);
      r = i / T, c = i % T;
      v = k0 + r < K && bc + c < N ? B[(size_t)(k0 + r) * N + bc + c] : 0.f, h = wmma::__float_to_tf32(v);
      Bh[r][c] = h, Bl[r][c] = wmma::__float_to_tf32(v - h);
    }
    __syncthreads();
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> part[2][2];
    for (auto &r : part)
      for (auto &f : r) wmma::fill_fragment(f, 0.f);
    for (int kk = 0; kk < S; kk += 8) {
      wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> ah[2], al[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> bh[2], bl[2];
      for (int i = 0; i < 2; i++) {
        wmma::load_matrix_sync(ah[i], &Ah[wr * 32 + i * 16][kk], S + 8),
            wmma::load_matrix_sync(al[i], &Al[wr * 32 + i * 16][kk], S + 8);
        wmma::load_matrix_sync(bh[i], &Bh[kk][wc * 32 + i * 16], T + 8),
            wmma::load_matrix_sync(bl[i], &Bl[kk][wc * 32 + i * 16], T + 8);
      }
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
          wmma::mma_sync(part[i][j], al[i], bh[j], part[i][j]);
          wmma::mma_sync(part[i][j], ah[i], bl[j], part[i][j]);
          wmma::mma_sync(part[i][j], ah[i], bh[j], part[i][j]);
        }
    }
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        for (int t = 0; t < part[i][j].num_elements; t++) acc[i][j].x[t] += part[i][j].x[t];
    __syncthreads();
  }
  __shared__ __align__(32) float Cs[4][16][16];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      wmma::store_matrix_sync(&Cs[warp][0][0], acc[i][j], 16, wmma::mem_row_major);
      __syncwarp();
      for (int e = threadIdx.x % 32; e < 256; e += 32) {
        int r = br + wr * 32 + i * 16 + e / 16, c = bc + wc * 32 + j * 16 + e % 16;
        if (r < M && c < N)
          C[(size_t)r * N + c] =
              alpha * Cs[warp][e / 16][e % 16] + (beta == 0.f ? 0.f : beta * C[(size_t)r * N + c]);
      }
      __syncwarp();
    }
}
int gemm_10_split_tf32(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  split<<<dim3((n + T - 1) / T, (m + T - 1) / T), 128>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
