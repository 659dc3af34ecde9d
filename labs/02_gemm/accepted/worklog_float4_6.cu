// expect: pass 6_vectorised shared_wavefronts_excess
// form: the well-known worklog's: float4 from global memory, A's tile transposed without padding, float4 from it as well.
#include "gemm.h"

static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

// Four neighbours of a row of x; those outside of it are 0.
template <bool ALIGNED> __device__ static float4 four(const float *x, int rows, int cols, int row, int col) {
  float v[4] = {0, 0, 0, 0};
  if (ALIGNED && row < rows && col < cols) return *reinterpret_cast<const float4 *>(x + row * cols + col);
  for (int i = 0; i < 4; i++)
    if (row < rows && col + i < cols) v[i] = x[row * cols + col + i];
  return make_float4(v[0], v[1], v[2], v[3]);
}

template <bool ALIGNED>
__global__ void __launch_bounds__(256)
    product(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  constexpr int BM = 128, BN = 128, BK = 8, TM = 8, TN = 8;
  __shared__ __align__(16) float as[BK * BM];
  __shared__ __align__(16) float bs[BK * BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int of_col = threadIdx.x % (BN / TN), of_row = threadIdx.x / (BN / TN);
  const int a_row = threadIdx.x / (BK / 4), a_col = threadIdx.x % (BK / 4) * 4;
  const int b_row = threadIdx.x / (BN / 4), b_col = threadIdx.x % (BN / 4) * 4;
  float sums[TM * TN] = {0.0f};
  __align__(16) float reg_m[TM], reg_n[TN];
  for (int step = 0; step < k; step += BK) {
    float4 v = four<ALIGNED>(a, m, k, row0 + a_row, step + a_col);
    as[(a_col + 0) * BM + a_row] = v.x;
    as[(a_col + 1) * BM + a_row] = v.y;
    as[(a_col + 2) * BM + a_row] = v.z;
    as[(a_col + 3) * BM + a_row] = v.w;
    *reinterpret_cast<float4 *>(&bs[b_row * BN + b_col]) = four<ALIGNED>(b, k, n, step + b_row, col0 + b_col);
    __syncthreads();
    for (int l = 0; l < BK; ++l) {
      for (int i = 0; i < TM; i += 4) {
        *reinterpret_cast<float4 *>(&reg_m[i]) =
            *reinterpret_cast<const float4 *>(&as[l * BM + of_row * TM + i]);
        *reinterpret_cast<float4 *>(&reg_n[i]) =
            *reinterpret_cast<const float4 *>(&bs[l * BN + of_col * TN + i]);
      }
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) sums[i * TN + j] += reg_m[i] * reg_n[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) {
      int row = row0 + of_row * TM + i, col = col0 + of_col * TN + j;
      if (row < m && col < n) store(&c[row * n + col], alpha, sums[i * TN + j], beta);
    }
}

int gemm_6_vectorised(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                      float *c) {
  dim3 grid((n + 127) / 128, (m + 127) / 128);
  if (n % 4 == 0 && k % 4 == 0)
    product<true><<<grid, 256>>>(m, n, k, alpha, a, b, beta, c);
  else
    product<false><<<grid, 256>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
