// expect: wrong 4_ell
// fault: reads the places as if those of a row were side by side.
#include "spmv_bfs.h"
#define spmv_4_ell reference_4
#include "../solution.cu"
#undef spmv_4_ell

__global__ void wrong_kernel(spmv_ell a, const float *x, float *y) {
  int64_t row = spmv_thread();
  if (row >= a.rows) return;
  float sum = 0;
  for (int64_t j = 0; j < a.width; j++)
    if (a.column[row * a.width + j] >= 0) sum += a.value[row * a.width + j] * x[a.column[row * a.width + j]];
  y[row] = sum;
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
