// expect: inefficient 4_ell busiest_block_share on emu
// fault: the first block has all rows but one for each other block.
#include "spmv_bfs.h"

static __global__ void unfair(spmv_ell a, const float *x, float *y) {
  int64_t first = a.rows - (gridDim.x - 1); // rows of block 0
  if (blockIdx.x > 0 && threadIdx.x > 0) return;
  int64_t r = blockIdx.x > 0 ? first + blockIdx.x - 1 : threadIdx.x;
  int64_t end = blockIdx.x > 0 ? r + 1 : first;
  for (; r < end; r += blockDim.x) { // fault
    float sum = 0;
    for (int64_t j = 0; j < a.width; j++) {
      int column = a.column[j * a.rows + r];
      if (column >= 0) sum += a.value[j * a.rows + r] * x[column];
    }
    y[r] = sum;
  }
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  int blocks = a->rows < 4 ? 1 : 4;
  if (a->rows > 0) unfair<<<blocks, 512>>>(*a, x, y);
  return cudaGetLastError();
}
