// expect: hazard 3_csr_vector warp-sync-mask on emu
// fault: the shuffles name all lanes, but those whose nonzeros are used up have left.
#include "spmv_bfs.h"
#define spmv_3_csr_vector reference_3
#include "../solution.cu"
#undef spmv_3_csr_vector

__global__ void wrong_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread() / SPMV_WARP;
  int lane = threadIdx.x % SPMV_WARP;
  if (row >= a.rows) return;
  float sum = 0;
  int64_t k = a.offset[row] + lane;
  if (k >= a.offset[row + 1] && lane > 0) return;
  for (; k < a.offset[row + 1]; k += SPMV_WARP) sum += a.value[k] * x[a.column[k]];
  for (int d = SPMV_WARP / 2; d > 0; d /= 2) sum += __shfl_down_sync(SPMV_ALL_LANES, sum, d);
  if (lane == 0) y[row] = sum;
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows * SPMV_WARP), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
