// In TASK a thread multiplies 8 x 8 elements from two small arrays of registers. Beside that mma_sync multiplies FRAGMENT's of
// depth DEPTH: with FIRST those of the matrices' first tiles, over and over; else of a constant.
#include "gemm.h"
#include <mma.h>

enum { TILE = 64, STEP = 16, OWN = 8, ROW = TILE / OWN, THREADS = ROW * ROW };

static __global__ void product(int m, int n, int k, float alpha, const ELEMENT *a, const ELEMENT *b,
                               float beta, float *c) {
  namespace w = nvcuda::wmma;
  __shared__ float sa[STEP][TILE], sb[STEP][TILE];
  w::fragment<w::matrix_a, 16, 16, DEPTH, FRAGMENT, w::row_major> fa;
  w::fragment<w::matrix_b, 16, 16, DEPTH, FRAGMENT, w::row_major> fb;
  w::fragment<w::accumulator, 16, 16, DEPTH, float> nobody_stores;
  w::fill_fragment(fa, (ELEMENT)CONSTANT);
  w::fill_fragment(fb, (ELEMENT)CONSTANT);
  w::fill_fragment(nobody_stores, 0.0f);
#ifdef FIRST
  if (m >= 16 && n >= 16 && k >= 16 && k % 16 == 0 && n % 16 == 0) {
    w::load_matrix_sync(fa, a, k);
    w::load_matrix_sync(fb, b, n);
  }
#endif
  int t = threadIdx.x, y = blockIdx.y * TILE, x = blockIdx.x * TILE, ty = t / ROW, tx = t % ROW;
  float sum[OWN][OWN] = {};
  for (int first = 0; first < k; first += STEP) {
    for (int i = t; i < STEP * TILE; i += THREADS) {
      int ra = i / STEP, ca = i % STEP, rb = i / TILE, cb = i % TILE;
      sa[ca][ra] = y + ra < m && first + ca < k ? (float)a[(int64_t)(y + ra) * k + first + ca] : 0;
      sb[rb][cb] = first + rb < k && x + cb < n ? (float)b[(int64_t)(first + rb) * n + x + cb] : 0;
    }
    __syncthreads();
    for (int l = 0; l < STEP; l++) {
      float va[OWN], vb[OWN];
      for (int i = 0; i < OWN; i++) va[i] = sa[l][ROW * i + ty], vb[i] = sb[l][ROW * i + tx];
      for (int i = 0; i < OWN; i++)
        for (int j = 0; j < OWN; j++) sum[i][j] += va[i] * vb[j]; // fault TASK
    }
    for (int i = 0; i < TIMES; i++) w::mma_sync(nobody_stores, fa, fb, nobody_stores);
    __syncthreads();
  }
  for (int i = 0; i < OWN; i++)
    for (int j = 0; j < OWN; j++) {
      int row = y + ROW * i + ty, column = x + ROW * j + tx;
      if (row >= m || column >= n) continue;
      float *to = &c[(int64_t)row * n + column];
      *to = alpha * sum[i][j] + (beta == 0 ? 0 : beta * *to);
    }
}

int TASK(int m, int n, int k, float alpha, const ELEMENT *a, const ELEMENT *b, float beta, float *c) {
  if (m == 0 || n == 0) return 0;
  dim3 grid((unsigned)(n + TILE - 1) / TILE, (unsigned)(m + TILE - 1) / TILE);
  product<<<grid, THREADS>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
