// expect: hazard 1_coo_atomic uninitialised-read on emu
// fault: y is not set to 0 first.
#include "spmv_bfs.h"
#define spmv_1_coo_atomic reference_1
#include "../solution.cu"
#undef spmv_1_coo_atomic

__global__ void wrong_kernel(spmv_coo a, const float *x, float *y) {
  int64_t k = spmv_thread();
  if (k < a.nonzeros) atomicAdd(&y[a.row[k]], a.value[k] * x[a.column[k]]);
}

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  if (a->nonzeros > 0) wrong_kernel<<<spmv_blocks(a->nonzeros), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
