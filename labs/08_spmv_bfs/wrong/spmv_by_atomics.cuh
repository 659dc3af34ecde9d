// What the wrong submissions spmv_2_stage1 and spmv_7_stage1 share: a thread a nonzero, which searches for its row.
#include "spmv_given.cuh"

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
  atomicAdd(&y[row], a.value[k] * x[a.column[k]]); // fault
}

static int multiply_by_atomics(const struct spmv_csr *a, const float *x, float *y) {
  cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (a->nonzeros > 0) wrong_kernel<<<spmv_blocks(a->nonzeros), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
