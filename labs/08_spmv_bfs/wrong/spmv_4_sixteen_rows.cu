// expect: inefficient 4_ell global_load_sectors on emu
// fault: a thread has 16 neighbouring rows: neighbouring lanes read words that are 16 apart.
#include "spmv_bfs.h"
#define spmv_4_ell reference_4
#include "../solution.cu"
#undef spmv_4_ell

__global__ void wrong_kernel(spmv_ell a, const float *x, float *y) {
  int64_t begin = 16 * spmv_thread();
  for (int64_t row = begin; row < begin + 16 && row < a.rows; row++) y[row] = ell_sum(a, x, row);
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks((a->rows + 15) / 16), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
