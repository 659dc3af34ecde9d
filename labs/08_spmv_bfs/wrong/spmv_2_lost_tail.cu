// expect: wrong 2_csr_scalar
// fault: as many blocks as are full of rows: the last rows have no thread.
#include "spmv_bfs.h"
#define spmv_2_csr_scalar reference_2
#include "../solution.cu"
#undef spmv_2_csr_scalar

__global__ void wrong_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread();
  float sum = 0;
  for (int k = a.offset[row]; k < a.offset[row + 1]; k++) sum += a.value[k] * x[a.column[k]];
  y[row] = sum;
}

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (a->rows >= SPMV_BLOCK) wrong_kernel<<<(unsigned)(a->rows / SPMV_BLOCK), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
