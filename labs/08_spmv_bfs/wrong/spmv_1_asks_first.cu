// expect: inefficient 1_coo_atomic global_atomics on emu
// fault: each thread asks for the sum by an atomic before it adds to it by another.
#include "spmv_bfs.h"
#define spmv_1_coo_atomic reference_1
#include "../solution.cu"
#undef spmv_1_coo_atomic

__global__ void asks_first(spmv_coo a, const float *x, float *y) {
  int64_t k = spmv_thread();
  if (k >= a.nonzeros) return;
  float sum = atomicAdd(&y[a.row[k]], 0.0f), product = a.value[k] * __ldg(&x[a.column[k]]);
  if (!isnan(sum) || isnan(product)) atomicAdd(&y[a.row[k]], product);
}

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  cudaError_t error = cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (error) return error;
  if (a->nonzeros > 0) asks_first<<<spmv_blocks(a->nonzeros), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
