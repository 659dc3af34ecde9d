// expect: hazard 4_ell out-of-bounds on emu
// fault: padding is multiplied too: column -1 is not in x, and the value means nothing.
#include "spmv_bfs.h"
#define spmv_4_ell reference_4
#include "../solution.cu"
#undef spmv_4_ell

__global__ void wrong_kernel(spmv_ell a, const float *x, float *y) {
  int64_t row = spmv_thread();
  if (row >= a.rows) return;
  float sum = 0;
  for (int64_t j = 0; j < a.width; j++) sum += a.value[j * a.rows + row] * x[a.column[j * a.rows + row]];
  y[row] = sum;
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
