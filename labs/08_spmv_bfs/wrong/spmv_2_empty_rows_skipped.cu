// expect: wrong 2_csr_scalar
// fault: a row without nonzeros returns early: its y keeps what was there before.
#include "spmv_bfs.h"
#define spmv_2_csr_scalar reference_2
#include "../solution.cu"
#undef spmv_2_csr_scalar

__global__ void wrong_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread();
  if (row >= a.rows || a.offset[row] == a.offset[row + 1]) return;
  float sum = 0;
  for (int k = a.offset[row]; k < a.offset[row + 1]; k++) sum += a.value[k] * x[a.column[k]];
  y[row] = sum;
}

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
