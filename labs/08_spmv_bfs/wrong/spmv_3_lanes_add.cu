// expect: inefficient 3_csr_vector global_atomics on emu
// fault: the lanes add their sums to y one by one, with atomics, instead of by shuffles.
#include "spmv_bfs.h"
#define spmv_3_csr_vector reference_3
#include "../solution.cu"
#undef spmv_3_csr_vector

__global__ void wrong_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread() / SPMV_WARP;
  int lane = threadIdx.x % SPMV_WARP;
  if (row >= a.rows) return;
  float sum = 0;
  for (int64_t k = a.offset[row] + lane; k < a.offset[row + 1]; k += SPMV_WARP)
    sum += a.value[k] * x[a.column[k]];
  atomicAdd(&y[row], sum);
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows * SPMV_WARP), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
