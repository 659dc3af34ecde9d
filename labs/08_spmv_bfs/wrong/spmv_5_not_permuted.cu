// expect: wrong 5_jds
// fault: the i-th longest row's sum is stored in y[i].
#include "spmv_bfs.h"
#define spmv_5_jds reference_5
#include "../solution.cu"
#undef spmv_5_jds

__global__ void wrong_kernel(spmv_jds a, const float *x, float *y) {
  int64_t i = spmv_thread();
  if (i >= a.rows) return;
  float sum = 0;
  for (int64_t j = 0; j < a.width && i < a.start[j + 1] - a.start[j]; j++) {
    int64_t k = a.start[j] + i;
    sum += a.value[k] * x[a.column[k]];
  }
  y[i] = sum;
}

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows > 0) wrong_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
