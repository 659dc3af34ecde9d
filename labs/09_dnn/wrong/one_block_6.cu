// expect: inefficient 6_linear_gelu busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "dnn.h"
#define TILE_WIDTH 16
__device__ float act(float z) {
  return 0.5f * z * (1.0f + erff(z * 0.70710678f));
}
// What block bid of the grid does.
static __device__ void body_linear(dim3 bid, const float *X, const float *Wt, const float *B, float *Y, int M,
                                   int K, int N, int mode) {
  __shared__ float Xs[TILE_WIDTH][TILE_WIDTH], Ws[TILE_WIDTH][TILE_WIDTH], Gs[TILE_WIDTH][TILE_WIDTH];
  int row = bid.y * TILE_WIDTH + threadIdx.y, col = bid.x * TILE_WIDTH + threadIdx.x;
  float u = 0, z = 0;
  for (int p = 0; p < (K + TILE_WIDTH - 1) / TILE_WIDTH; p++) {
    int xk = p * TILE_WIDTH + threadIdx.x, wk = p * TILE_WIDTH + threadIdx.y;
    Xs[threadIdx.y][threadIdx.x] = row < M && xk < K ? X[(size_t)row * K + xk] : 0;
    Ws[threadIdx.y][threadIdx.x] = wk < K && col < N ? Wt[(size_t)wk * N + col] : 0;
    if (mode == DNN_SWIGLU)
      Gs[threadIdx.y][threadIdx.x] = wk < K && col < N ? Wt[(size_t)K * N + (size_t)wk * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < TILE_WIDTH; k++) {
      u += Xs[threadIdx.y][k] * Ws[k][threadIdx.x];
      if (mode == DNN_SWIGLU) z += Xs[threadIdx.y][k] * Gs[k][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < M && col < N) {
    u += B[col];
    float y = u;
    if (mode == DNN_GELU) y = act(u);
    if (mode == DNN_SWIGLU) y = u / (1 + expf(-u)) * (z + B[N + col]);
    Y[(size_t)row * N + col] = y;
  }
}
__global__ void linear(dim3 grid, const float *X, const float *Wt, const float *B, float *Y, int M, int K,
                       int N, int mode) {
  for (unsigned z = 0; z < grid.z; z++)
    for (unsigned y = 0; y < grid.y; y++)
      for (unsigned x = 0; x < grid.x; x++) {
        body_linear(dim3(x, y, z), X, Wt, B, Y, M, K, N, mode);
        __syncthreads();
      }
}

int dnn_6_linear_gelu(const float *x, const float *w, const float *b, int64_t batch, int64_t inputs,
                      int64_t outputs, int activation, float *y) {
  if (!batch) return 0;
  dim3 grid((outputs + 15) / 16, (batch + 15) / 16), block(16, 16);
  linear<<<1, block>>>(dim3(grid), x, w, b, y, batch, inputs, outputs, activation); // fault
  return cudaGetLastError();
}
