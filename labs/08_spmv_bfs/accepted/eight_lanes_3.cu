// expect: pass 3_csr_vector
// form: a row has a group of 8 lanes, four rows a warp, as the libraries do where rows are short.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

enum { THREADS = 256, LANES = 8 };

__global__ void spmv_csr_groups(spmv_csr csr, const float *x, float *y) {
  int64_t row = ((int64_t)blockIdx.x * THREADS + threadIdx.x) / LANES;
  int lane = threadIdx.x % LANES;
  float sum = 0;
  if (row < csr.rows)
    for (int k = csr.offset[row] + lane, end = csr.offset[row + 1]; k < end; k += LANES)
      sum += csr.value[k] * x[csr.column[k]];
  for (int d = LANES / 2; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d, LANES);
  if (row < csr.rows && lane == 0) y[row] = sum;
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0)
    spmv_csr_groups<<<(unsigned)((LANES * a->rows + THREADS - 1) / THREADS), THREADS>>>(*a, x, y);
  return cudaGetLastError();
}
