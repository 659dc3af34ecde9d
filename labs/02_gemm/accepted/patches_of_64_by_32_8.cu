// expect: pass 8_warp_tile on emu
// form: 8 x 8 elements a thread and one buffer; a warp computes 64 x 32 elements, with 8 x 4 lanes.
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
  constexpr int TILE = 128, STEP = 8, PITCH = TILE + 4;
  __shared__ __align__(16) float as[STEP][PITCH], bs[STEP][TILE];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  // Lanes that differ in bit 0 have the same rows, those that differ in bit 1 the same columns.
  const int lane_col = (lane & 1) | (lane >> 1 & 2), lane_row = (lane >> 1 & 1) | (lane >> 2 & 6);
  const int row = warp / 4 * 64 + lane_row * 4, col = warp % 4 * 32 + lane_col * 4;
  float sum[8][8] = {};
  for (int l0 = 0; l0 < k; l0 += STEP) {
    float4 v = four<ALIGNED>(a, m, k, row0 + t / 2, l0 + t % 2 * 4);
    as[t % 2 * 4 + 0][t / 2] = v.x;
    as[t % 2 * 4 + 1][t / 2] = v.y;
    as[t % 2 * 4 + 2][t / 2] = v.z;
    as[t % 2 * 4 + 3][t / 2] = v.w;
    *(float4 *)&bs[t / 32][lane * 4] = four<ALIGNED>(b, k, n, l0 + t / 32, col0 + lane * 4);
    __syncthreads();
    for (int l = 0; l < STEP; l++) {
      float4 x[2] = {*(const float4 *)&as[l][row], *(const float4 *)&as[l][row + 32]};
      float4 y[2] = {*(const float4 *)&bs[l][col], *(const float4 *)&bs[l][col + 16]};
      float xs[8] = {x[0].x, x[0].y, x[0].z, x[0].w, x[1].x, x[1].y, x[1].z, x[1].w};
      float ys[8] = {y[0].x, y[0].y, y[0].z, y[0].w, y[1].x, y[1].y, y[1].z, y[1].w};
      for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) sum[i][j] += xs[i] * ys[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      int r = row0 + row + i % 4 + i / 4 * 32, s = col0 + col + j % 4 + j / 4 * 16;
      if (r < m && s < n) store(&c[r * n + s], alpha, sum[i][j], beta);
    }
}

int gemm_8_warp_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  dim3 grid((n + 127) / 128, (m + 127) / 128);
  if (n % 4 == 0 && k % 4 == 0)
    product<true><<<grid, 256>>>(m, n, k, alpha, a, b, beta, c);
  else
    product<false><<<grid, 256>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
