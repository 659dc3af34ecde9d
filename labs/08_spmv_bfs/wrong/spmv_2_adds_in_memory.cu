// expect: inefficient 2_csr_scalar global_store_bytes on emu
// fault: the sum grows in y, in memory, and not in a register.
#include "spmv_bfs.h"
#define spmv_2_csr_scalar reference_2
#include "../solution.cu"
#undef spmv_2_csr_scalar

__global__ void wrong_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread();
  if (row >= a.rows) return;
  y[row] = 0;
  for (int k = a.offset[row]; k < a.offset[row + 1]; k++)
    *(volatile float *)&y[row] += a.value[k] * x[a.column[k]];
}

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
