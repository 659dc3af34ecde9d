// expect: pass 7_double_buffer
// form: tiles of 64 x 64, depth 16, three stages in a ring; the next tiles come by asynchronous copies of a word each.
#include "gemm.h"
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

enum { SIDE = 64, DEPTH = 16, STAGES = 3 };

struct stage {
  float a[SIDE][DEPTH + 1], b[DEPTH][SIDE];
};

__device__ void fetch(stage &s, const float *a, const float *b, int m, int n, int k, int top, int left,
                      int l0) {
  int t = threadIdx.x;
  for (int e = t; e < SIDE * DEPTH; e += 256) {
    int r = e / DEPTH, l = e % DEPTH;
    if (top + r < m && l0 + l < k)
      __pipeline_memcpy_async(&s.a[r][l], &a[(size_t)(top + r) * k + l0 + l], 4);
    else
      s.a[r][l] = 0;
    int y = e / SIDE, x = e % SIDE;
    if (l0 + y < k && left + x < n)
      __pipeline_memcpy_async(&s.b[y][x], &b[(size_t)(l0 + y) * n + left + x], 4);
    else
      s.b[y][x] = 0;
  }
}

__global__ void __launch_bounds__(256)
    product(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  __shared__ stage ring[STAGES];
  int tx = threadIdx.x % 16, ty = threadIdx.x / 16, top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
  float acc[4][4] = {};
  int steps = (k + DEPTH - 1) / DEPTH;
  for (int s = 0; s < STAGES - 1; s++) {
    if (s < steps) fetch(ring[s], a, b, m, n, k, top, left, s * DEPTH);
    __pipeline_commit();
  }
  for (int s = 0; s < steps; s++) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    int ahead = s + STAGES - 1;
    if (ahead < steps) fetch(ring[ahead % STAGES], a, b, m, n, k, top, left, ahead * DEPTH);
    __pipeline_commit();
    const stage &now = ring[s % STAGES];
#pragma unroll
    for (int l = 0; l < DEPTH; l++) {
      float4 y = *reinterpret_cast<const float4 *>(&now.b[l][tx * 4]);
#pragma unroll
      for (int i = 0; i < 4; i++) {
        float x = now.a[ty * 4 + i][l];
        acc[i][0] += x * y.x;
        acc[i][1] += x * y.y;
        acc[i][2] += x * y.z;
        acc[i][3] += x * y.w;
      }
    }
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      int r = top + ty * 4 + i, q = left + tx * 4 + j;
      if (r >= m || q >= n) continue;
      float *p = &c[(size_t)r * n + q];
      *p = beta == 0 ? alpha * acc[i][j] : alpha * acc[i][j] + beta * *p;
    }
}

int gemm_7_double_buffer(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                         float *c) {
  product<<<dim3((n + SIDE - 1) / SIDE, (m + SIDE - 1) / SIDE), 256>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
