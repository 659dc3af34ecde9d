// expect: pass 8_warp_tile shared_load_wavefronts on emu
// form: the well-known worklog's warp tiles: 128 threads, warps of 64 x 64, 8 x 4 lanes in their order, float4 from shared memory.
#include "gemm.h"
#include <cuda_runtime.h>
constexpr int BM = 128, BN = 128, BK = 16, WM = 64, WN = 64, NT = 128, TM = 8, TN = 4, WSUBN = 4;
__global__ void __launch_bounds__(NT)
    k8(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C) {
  __shared__ __align__(16) float As[BK][BM + 4];
  __shared__ __align__(16) float Bs[BK][BN];
  const int t = threadIdx.x, warp = t >> 5, lane = t & 31, wr = warp / 2, wc = warp % 2, lr = lane / 4,
            lc = lane % 4;
  const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
  const bool va = K % 4 == 0, vb = N % 4 == 0;
  float acc[TM][WSUBN * TN] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = t; i < BM * BK / 4; i += NT) {
      int r = i / (BK / 4), q = i % (BK / 4) * 4;
      float4 v = {0, 0, 0, 0};
      if (m0 + r < M) {
        const float *p = A + (size_t)(m0 + r) * K + k0 + q;
        if (va && k0 + q < K)
          v = *reinterpret_cast<const float4 *>(p);
        else {
          if (k0 + q < K) v.x = p[0];
          if (k0 + q + 1 < K) v.y = p[1];
          if (k0 + q + 2 < K) v.z = p[2];
          if (k0 + q + 3 < K) v.w = p[3];
        }
      }
      As[q][r] = v.x;
      As[q + 1][r] = v.y;
      As[q + 2][r] = v.z;
      As[q + 3][r] = v.w;
    }
    for (int i = t; i < BK * BN / 4; i += NT) {
      int r = i / (BN / 4), q = i % (BN / 4) * 4;
      float4 v = {0, 0, 0, 0};
      if (k0 + r < K) {
        const float *p = B + (size_t)(k0 + r) * N + n0 + q;
        if (vb && n0 + q < N)
          v = *reinterpret_cast<const float4 *>(p);
        else {
          if (n0 + q < N) v.x = p[0];
          if (n0 + q + 1 < N) v.y = p[1];
          if (n0 + q + 2 < N) v.z = p[2];
          if (n0 + q + 3 < N) v.w = p[3];
        }
      }
      *reinterpret_cast<float4 *>(&Bs[r][q]) = v;
    }
    __syncthreads();
    for (int l = 0; l < BK; l++) {
      float ra[TM], rb[WSUBN * TN];
      *(float4 *)&ra[0] = *(const float4 *)&As[l][wr * WM + lr * TM];
      *(float4 *)&ra[4] = *(const float4 *)&As[l][wr * WM + lr * TM + 4];
      for (int s = 0; s < WSUBN; s++)
        *(float4 *)&rb[s * 4] = *(const float4 *)&Bs[l][wc * WN + s * 16 + lc * 4];
      for (int i = 0; i < TM; i++)
        for (int j = 0; j < WSUBN * TN; j++) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; i++)
    for (int s = 0; s < WSUBN; s++)
      for (int j = 0; j < 4; j++) {
        int r = m0 + wr * WM + lr * TM + i, c = n0 + wc * WN + s * 16 + lc * 4 + j;
        if (r < M && c < N)
          C[(size_t)r * N + c] = alpha * acc[i][s * 4 + j] + (beta == 0 ? 0 : beta * C[(size_t)r * N + c]);
      }
}
int gemm_8_warp_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  k8<<<dim3((n + BN - 1) / BN, (m + BM - 1) / BM), NT>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
