// expect: inefficient 3_csr_vector global_store_bytes on emu
// fault: every 32 products are added up and then to y: it is stored again for each of them.
#include "spmv_bfs.h"
#define spmv_3_csr_vector reference_3
#include "../solution.cu"
#undef spmv_3_csr_vector

__global__ void wrong_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread() / SPMV_WARP;
  int lane = threadIdx.x % SPMV_WARP;
  if (row >= a.rows) return;
  for (int64_t begin = a.offset[row]; begin < a.offset[row + 1]; begin += 8) {
    int64_t k = begin + lane;
    float sum = lane < 8 && k < a.offset[row + 1] ? a.value[k] * x[a.column[k]] : 0;
    for (int d = 4; d > 0; d /= 2) sum += __shfl_down_sync(SPMV_ALL_LANES, sum, d);
    if (lane == 0) y[row] += sum;
  }
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows * SPMV_WARP), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
