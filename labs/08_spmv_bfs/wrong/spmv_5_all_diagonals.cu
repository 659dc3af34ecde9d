// expect: inefficient 5_jds global_load_requests on emu
// fault: every row asks all diagonals, up to the longest row's last, whether it is in them.
#include "spmv_bfs.h"
#define spmv_5_jds reference_5
#include "../solution.cu"
#undef spmv_5_jds

__global__ void wrong_kernel(spmv_jds a, const float *x, float *y) {
  int64_t i = spmv_thread();
  if (i >= a.rows) return;
  float sum = 0;
  for (int64_t j = 0; j < a.width; j++) {
    int64_t k = a.start[j] + i;
    if (k < a.start[j + 1]) sum += a.value[k] * x[a.column[k]];
  }
  y[a.permutation[i]] = sum;
}

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
