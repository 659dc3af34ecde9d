// In TASK threads multiply element by element, from global memory with GLOBAL, else from a tile in shared memory. Beside that
// mma_sync multiplies fragments of zeros: FRAGMENT is their elements' type, DEPTH their depth.
#include "gemm.h"
#include <mma.h>

enum { SIDE = 16 };

static __global__ void product(int m, int n, int k, float alpha, const ELEMENT *a, const ELEMENT *b,
                               float beta, float *c) {
  namespace w = nvcuda::wmma;
  w::fragment<w::matrix_a, SIDE, SIDE, DEPTH, FRAGMENT, w::row_major> fa;
  w::fragment<w::matrix_b, SIDE, SIDE, DEPTH, FRAGMENT, w::row_major> fb;
  w::fragment<w::accumulator, SIDE, SIDE, DEPTH, float> nothing;
  w::fill_fragment(fa, (ELEMENT)0.0f);
  w::fill_fragment(fb, (ELEMENT)0.0f);
  w::fill_fragment(nothing, 0.0f);
  int i = SIDE * blockIdx.y + threadIdx.y, j = SIDE * blockIdx.x + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < k; first += SIDE) {
    w::mma_sync(nothing, fa, fb, nothing);
#ifdef GLOBAL
    for (int l = first; l < first + SIDE && l < k; l++)
      if (i < m && j < n) sum += (float)a[(int64_t)i * k + l] * (float)b[(int64_t)l * n + j]; // fault GLOBAL
#else
    __shared__ float sa[SIDE][SIDE], sb[SIDE][SIDE];
    int la = first + threadIdx.x, lb = first + threadIdx.y;
    sa[threadIdx.y][threadIdx.x] = i < m && la < k ? (float)a[(int64_t)i * k + la] : 0;
    sb[threadIdx.y][threadIdx.x] = j < n && lb < k ? (float)b[(int64_t)lb * n + j] : 0;
    __syncthreads();
    for (int l = 0; l < SIDE; l++) sum += sa[threadIdx.y][l] * sb[l][threadIdx.x]; // fault SHARED
    __syncthreads();
#endif
  }
  if (i >= m || j >= n) return;
  float old = beta == 0 ? 0 : beta * c[(int64_t)i * n + j];
  c[(int64_t)i * n + j] = alpha * (sum + nothing.x[0]) + old;
}

int TASK(int m, int n, int k, float alpha, const ELEMENT *a, const ELEMENT *b, float beta, float *c) {
  if (m == 0 || n == 0) return 0;
  dim3 grid((unsigned)(n + SIDE - 1) / SIDE, (unsigned)(m + SIDE - 1) / SIDE);
  product<<<grid, dim3(SIDE, SIDE)>>>(m, n, k, alpha, a, b, beta, c);
  return cudaGetLastError();
}
