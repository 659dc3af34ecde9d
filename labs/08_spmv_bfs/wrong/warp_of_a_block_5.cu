// expect: inefficient 5_jds idle_thread_share on emu
// fault: one warp of each block of 256 threads has rows, and seven return.
#include "spmv_bfs.h"
__global__ void spmv_jds_kernel(spmv_jds m, const float *x, float *y) {
  if (threadIdx.x >= 32) return; // fault
  int64_t i = blockIdx.x * 32LL + threadIdx.x;
  if (i >= m.rows) return;
  float sum = 0;
  for (int64_t t = 0; t < m.width; t++) {
    int begin = m.start[t];
    if (i >= m.start[t + 1] - begin) break;
    sum += m.value[begin + i] * x[m.column[begin + i]];
  }
  y[m.permutation[i]] = sum;
}
int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows) spmv_jds_kernel<<<(a->rows + 31) / 32, 256>>>(*a, x, y);
  return cudaGetLastError();
}
