// expect: inefficient 4_ell global_store_bytes on emu
// fault: the sum grows in y, in memory, and not in a register.
#include "spmv_bfs.h"
#define spmv_4_ell reference_4
#include "../solution.cu"
#undef spmv_4_ell

__global__ void wrong_kernel(spmv_ell a, const float *x, float *y) {
  int64_t row = spmv_thread();
  if (row >= a.rows) return;
  y[row] = 0;
  for (int64_t j = 0; j < a.width; j++) {
    int64_t k = j * a.rows + row;
    if (a.column[k] >= 0) *(volatile float *)&y[row] += a.value[k] * x[a.column[k]];
  }
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
