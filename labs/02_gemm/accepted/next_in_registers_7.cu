// expect: pass 7_double_buffer
// form: 64 x 64, 4 x 4 results a thread, steps of 16; the next tile waits in registers and goes to the other buffer.
#include "gemm.h"
template <bool WHOLE>
__global__ void __launch_bounds__(256)
    prefetch(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c) {
  __shared__ float as[2][16][68], bs[2][16][64];
  const int t = threadIdx.x, x = t % 16, y = t / 16, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64;
  const int ar = t / 4, al = t % 4 * 4, bl = t / 16, bc = t % 16 * 4;
  float4 pa, pb;
  float acc[4][4] = {};
  auto fetch = [&](int l0) {
    if (WHOLE) {
      pa = row0 + ar < m && l0 + al < k ? *(const float4 *)&a[(row0 + ar) * k + l0 + al]
                                        : make_float4(0, 0, 0, 0);
      pb = l0 + bl < k && col0 + bc < n ? *(const float4 *)&b[(l0 + bl) * n + col0 + bc]
                                        : make_float4(0, 0, 0, 0);
    } else {
      float va[4], vb[4];
      for (int i = 0; i < 4; i++) {
        va[i] = row0 + ar < m && l0 + al + i < k ? a[(row0 + ar) * k + l0 + al + i] : 0;
        vb[i] = l0 + bl < k && col0 + bc + i < n ? b[(l0 + bl) * n + col0 + bc + i] : 0;
      }
      pa = make_float4(va[0], va[1], va[2], va[3]);
      pb = make_float4(vb[0], vb[1], vb[2], vb[3]);
    }
  };
  auto stow = [&](int w) {
    as[w][al][ar] = pa.x;
    as[w][al + 1][ar] = pa.y;
    as[w][al + 2][ar] = pa.z;
    as[w][al + 3][ar] = pa.w;
    *(float4 *)&bs[w][bl][bc] = pb;
  };
  if (k > 0) {
    fetch(0);
    stow(0);
  }
  __syncthreads();
  int w = 0;
  for (int l0 = 0; l0 < k; l0 += 16, w ^= 1) {
    if (l0 + 16 < k) fetch(l0 + 16);
    for (int l = 0; l < 16; l++) {
      const float4 fa = *(const float4 *)&as[w][l][4 * y], fb = *(const float4 *)&bs[w][l][4 * x];
      const float ga[4] = {fa.x, fa.y, fa.z, fa.w}, gb[4] = {fb.x, fb.y, fb.z, fb.w};
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) acc[i][j] += ga[i] * gb[j];
    }
    if (l0 + 16 < k) stow(w ^ 1);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int j = 0; j < 4; j++) {
      const int row = row0 + 4 * y + i, col = col0 + 4 * x + j;
      if (row < m && col < n)
        c[row * n + col] = beta == 0 ? alpha * acc[i][j] : alpha * acc[i][j] + beta * c[row * n + col];
    }
}
int gemm_7_double_buffer(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                         float *c) {
  dim3 grid((n + 63) / 64, (m + 63) / 64);
  if (k % 4 == 0 && n % 4 == 0)
    prefetch<true><<<grid, 256>>>(m, n, k, alpha, a, b, beta, c);
  else
    prefetch<false><<<grid, 256>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
