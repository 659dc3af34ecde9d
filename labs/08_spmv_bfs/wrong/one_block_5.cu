// expect: inefficient 5_jds busiest_block_share on emu
// fault: one block of 512 threads has all rows.
#include "spmv_bfs.h"

static __global__ void alone(spmv_jds a, const float *x, float *y) {
  for (int64_t i = threadIdx.x; i < a.rows; i += blockDim.x) {
    float sum = 0;
    for (int64_t j = 0; j < a.width; j++) {
      int begin = a.start[j];
      if (i >= a.start[j + 1] - begin) break;
      sum += a.value[begin + i] * x[a.column[begin + i]];
    }
    y[a.permutation[i]] = sum;
  }
}

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows > 0) alone<<<1, 512>>>(*a, x, y); // fault
  return cudaGetLastError();
}
