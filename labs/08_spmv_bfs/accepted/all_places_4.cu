// expect: pass 4_ell
// form: PMPP's ELL kernel goes through all places of a row: those that are not filled add nothing.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

__global__ void spmv_ell_kernel(spmv_ell ell, const float *x, float *y) {
  int64_t row = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= ell.rows) return;
  float sum = 0;
  for (int64_t t = 0; t < ell.width; ++t) {
    int64_t i = t * ell.rows + row;
    int column = ell.column[i];
    if (column >= 0) sum += x[column] * ell.value[i];
  }
  y[row] = sum;
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  if (a->rows > 0) spmv_ell_kernel<<<(unsigned)((a->rows + 63) / 64), 64>>>(*a, x, y);
  return cudaGetLastError();
}
