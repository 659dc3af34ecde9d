// expect: inefficient 2_csr_scalar busiest_block_share on emu
// fault: one block of 1024 threads has all rows.
#include "spmv_bfs.h"

static __global__ void alone(spmv_csr a, const float *x, float *y) {
  for (int64_t r = threadIdx.x; r < a.rows; r += blockDim.x) {
    float sum = 0;
    for (int32_t i = a.offset[r]; i < a.offset[r + 1]; i++) sum += a.value[i] * x[a.column[i]];
    y[r] = sum;
  }
}

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) alone<<<1, 1024>>>(*a, x, y); // fault
  return cudaGetLastError();
}
