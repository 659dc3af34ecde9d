// expect: inefficient 4_ell idle_thread_share on emu
// fault: one warp of each block of 256 threads has rows, and seven return.
#include "spmv_bfs.h"
__global__ void spmv_ell_kernel(spmv_ell m, const float *x, float *y) {
  if (threadIdx.x >= 32) return; // fault
  unsigned row = blockIdx.x * 32 + threadIdx.x;
  if (row < m.rows) {
    float sum = 0.0f;
    for (unsigned t = 0; t < m.width; ++t) {
      size_t i = (size_t)t * m.rows + row;
      int col = m.column[i];
      if (col >= 0) sum += x[col] * m.value[i];
    }
    y[row] = sum;
  }
}
int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  if (a->rows) spmv_ell_kernel<<<(a->rows + 31) / 32, 256>>>(*a, x, y);
  return cudaGetLastError();
}
