// expect: inefficient 7_csr_merge global_atomics on emu
// fault: a thread a nonzero, as in stage 1: every product is an atomic addition.
#include "spmv_bfs.h"
#define spmv_7_csr_merge reference_7
#include "../solution.cu"
#undef spmv_7_csr_merge

__global__ void wrong_kernel(spmv_csr a, const float *x, float *y) {
  int64_t k = spmv_thread();
  if (k >= a.nonzeros) return;
  int64_t row = 0, high = a.rows - 1;
  while (row < high) {
    int64_t middle = (row + high + 1) / 2;
    if (a.offset[middle] <= k)
      row = middle;
    else
      high = middle - 1;
  }
  atomicAdd(&y[row], a.value[k] * x[a.column[k]]);
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *, uint32_t *, float *y) {
  cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (a->nonzeros > 0) wrong_kernel<<<spmv_blocks(a->nonzeros), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
