// expect: pass 5_jds
// form: PMPP, 3rd edition, section 10.5: a while loop over the diagonals, both ends of each loaded.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

__global__ void spmv_jds_kernel(spmv_jds jds, const float *x, float *y) {
  int64_t row = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= jds.rows) return;
  float sum = 0;
  int64_t section = 0;
  while (section < jds.width && jds.start[section + 1] - jds.start[section] > row) {
    int64_t k = jds.start[section] + row;
    sum += jds.value[k] * x[jds.column[k]];
    section++;
  }
  y[jds.permutation[row]] = sum;
}

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows > 0) spmv_jds_kernel<<<(unsigned)((a->rows + 511) / 512), 512>>>(*a, x, y);
  return cudaGetLastError();
}
