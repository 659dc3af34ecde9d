// expect: pass 4_tile_1d shared_load_requests
// form: a tile of 32 x 32 by 32 x 8 threads, which have four elements of a column, eight rows apart.
#include "gemm.h"
#include <cuda_runtime.h>
constexpr int T = 32, R = 8, W = T / R;
__global__ void coarse(int m, int n, int k, float alpha, const float *__restrict__ a,
                       const float *__restrict__ b, float beta, float *__restrict__ c) {
  __shared__ float sa[T][T], sb[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
  float acc[W] = {0.f};
  for (int t = 0; t < k; t += T) {
#pragma unroll
    for (int w = 0; w < W; w++) {
      const int r = ty + w * R;
      sa[r][tx] = row + w * R < m && t + tx < k ? a[(row + w * R) * k + t + tx] : 0.f;
      sb[r][tx] = t + r < k && col < n ? b[(t + r) * n + col] : 0.f;
    }
    __syncthreads();
#pragma unroll
    for (int p = 0; p < T; p++) {
      const float v = sb[p][tx];
#pragma unroll
      for (int w = 0; w < W; w++) acc[w] = fmaf(sa[ty + w * R][p], v, acc[w]);
    }
    __syncthreads();
  }
  for (int w = 0; w < W; w++)
    if (row + w * R < m && col < n) {
      float &x = c[(row + w * R) * n + col];
      x = beta == 0.f ? alpha * acc[w] : alpha * acc[w] + beta * x;
    }
}
int gemm_4_tile_1d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  coarse<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, R)>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
