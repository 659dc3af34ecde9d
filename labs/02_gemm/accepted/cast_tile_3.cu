// expect: pass 3_shared_tile
// form: dynamic shared memory, cast to two tiles of rows.
#include "gemm.h"

#define TW 32
__global__ void tiled(const float *M, const float *N, float *P, int m, int n, int k, float alpha,
                      float beta) {
  extern __shared__ float smem[];
  float(*Ms)[TW] = (float(*)[TW])smem, (*Ns)[TW] = (float(*)[TW])(smem + TW * TW);
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TW + ty, col = blockIdx.x * TW + tx;
  float v = 0;
  for (int ph = 0; ph < (k + TW - 1) / TW; ++ph) {
    Ms[ty][tx] = row < m && ph * TW + tx < k ? M[(size_t)row * k + ph * TW + tx] : 0.0f;
    Ns[ty][tx] = ph * TW + ty < k && col < n ? N[(size_t)(ph * TW + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TW; ++i) v += Ms[ty][i] * Ns[i][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    P[(size_t)row * n + col] = alpha * v + (beta != 0 ? beta * P[(size_t)row * n + col] : 0.0f);
}
int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  dim3 grid((n + TW - 1) / TW, (m + TW - 1) / TW), block(TW, TW);
  tiled<<<grid, block, 2 * TW * TW * sizeof(float)>>>(a, b, c, m, n, k, alpha, beta);
  return cudaGetLastError();
}
