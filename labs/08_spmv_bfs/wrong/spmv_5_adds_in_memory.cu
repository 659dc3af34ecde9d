// expect: inefficient 5_jds global_store_bytes on emu
// fault: the sum grows in y, in memory, and not in a register.
#include "spmv_bfs.h"
#define spmv_5_jds reference_5
#include "../solution.cu"
#undef spmv_5_jds

__global__ void wrong_kernel(spmv_jds a, const float *x, float *y) {
  int64_t i = spmv_thread();
  if (i >= a.rows) return;
  volatile float *sum = &y[a.permutation[i]];
  *sum = 0;
  for (int64_t j = 0; j < a.width && i < a.start[j + 1] - a.start[j]; j++) {
    int64_t k = a.start[j] + i;
    *sum += a.value[k] * x[a.column[k]];
  }
}

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
