// expect: pass 3_shared_tile global_load_bytes
// form: the textbook's tile of 16 x 16, with conditions at the edges.
#include "gemm.h"

#define TILE_WIDTH 16

static __device__ void store(float *c, float alpha, float sum, float beta) {
  *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;
}

__global__ void product(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                        float *c) {
  __shared__ float Ads[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Bds[TILE_WIDTH][TILE_WIDTH];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE_WIDTH + ty, col = blockIdx.x * TILE_WIDTH + tx;
  float value = 0;
  for (int phase = 0; phase < (k + TILE_WIDTH - 1) / TILE_WIDTH; ++phase) {
    if (row < m && phase * TILE_WIDTH + tx < k)
      Ads[ty][tx] = a[row * k + phase * TILE_WIDTH + tx];
    else
      Ads[ty][tx] = 0.0f;
    if (phase * TILE_WIDTH + ty < k && col < n)
      Bds[ty][tx] = b[(phase * TILE_WIDTH + ty) * n + col];
    else
      Bds[ty][tx] = 0.0f;
    __syncthreads();
    for (int l = 0; l < TILE_WIDTH; ++l) value += Ads[ty][l] * Bds[l][tx];
    __syncthreads();
  }
  if (row < m && col < n) store(&c[row * n + col], alpha, value, beta);
}

int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c) {
  dim3 grid((n + TILE_WIDTH - 1) / TILE_WIDTH, (m + TILE_WIDTH - 1) / TILE_WIDTH);
  product<<<grid, dim3(TILE_WIDTH, TILE_WIDTH)>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
