// expect: pass 4_tile_1d shared_load_requests
// form: the textbook's coarsening: a thread computes four elements of a row, in four tiles that share A's.
#include "gemm.h"

#define TILE_WIDTH    32
#define COARSE_FACTOR 4

static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

__global__ void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  __shared__ float Ads[TILE_WIDTH][TILE_WIDTH], Bds[TILE_WIDTH][TILE_WIDTH];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE_WIDTH + ty;
  int first = blockIdx.x * TILE_WIDTH * COARSE_FACTOR + tx;
  float value[COARSE_FACTOR];
  for (int i = 0; i < COARSE_FACTOR; ++i) value[i] = 0.0f;
  for (int l0 = 0; l0 < k; l0 += TILE_WIDTH) {
    Ads[ty][tx] = row < m && l0 + tx < k ? a[row * k + l0 + tx] : 0.0f;
    for (int i = 0; i < COARSE_FACTOR; ++i) {
      int col = first + i * TILE_WIDTH;
      Bds[ty][tx] = l0 + ty < k && col < n ? b[(l0 + ty) * n + col] : 0.0f;
      __syncthreads();
      for (int l = 0; l < TILE_WIDTH; ++l) value[i] += Ads[ty][l] * Bds[l][tx];
      __syncthreads();
    }
  }
  for (int i = 0; i < COARSE_FACTOR; ++i) {
    int col = first + i * TILE_WIDTH;
    if (row < m && col < n) store(&c[row * n + col], alpha, value[i], beta);
  }
}

int gemm_4_tile_1d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  int wide = TILE_WIDTH * COARSE_FACTOR;
  dim3 grid((n + wide - 1) / wide, (m + TILE_WIDTH - 1) / TILE_WIDTH);
  product<<<grid, dim3(TILE_WIDTH, TILE_WIDTH)>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
