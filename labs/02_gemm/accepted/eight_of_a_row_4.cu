// expect: pass 4_tile_1d
// form: eight elements of a row a thread, sixteen lanes apart, which share an element of A.
#include "gemm.h"

static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

__global__ void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  __shared__ float sa[64][16], sb[16][128];
  const int t = threadIdx.x, ty = t / 16, tx = t % 16;
  const int row0 = blockIdx.y * 64, col0 = blockIdx.x * 128;
  float sum[8] = {};
  for (int l0 = 0; l0 < k; l0 += 16) {
    sa[ty][tx] = row0 + ty < m && l0 + tx < k ? a[(row0 + ty) * k + l0 + tx] : 0;
    for (int i = t; i < 16 * 128; i += 1024)
      sb[i / 128][i % 128] =
          l0 + i / 128 < k && col0 + i % 128 < n ? b[(l0 + i / 128) * n + col0 + i % 128] : 0;
    __syncthreads();
    for (int l = 0; l < 16; l++) {
      float x = sa[ty][l];
      for (int j = 0; j < 8; j++) sum[j] += x * sb[l][tx + 16 * j];
    }
    __syncthreads();
  }
  for (int j = 0; j < 8; j++) {
    int row = row0 + ty, col = col0 + tx + 16 * j;
    if (row < m && col < n) store(&c[row * n + col], alpha, sum[j], beta);
  }
}

int gemm_4_tile_1d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  product<<<dim3((n + 127) / 128, (m + 63) / 64), 1024>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
