// expect: pass 2_csr_scalar
// form: PMPP, 4th edition, section 14.3: the end of the row is loaded in the loop's condition.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

__global__ void spmv_csr_kernel(spmv_csr csr, const float *x, float *y) {
  int64_t row = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (row < csr.rows) {
    float sum = 0.0f;
    for (int i = csr.offset[row]; i < csr.offset[row + 1]; ++i) {
      unsigned column = csr.column[i];
      float value = csr.value[i];
      sum += x[column] * value;
    }
    y[row] = sum;
  }
}

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) spmv_csr_kernel<<<(unsigned)((a->rows + 1023) / 1024), 1024>>>(*a, x, y);
  return cudaGetLastError();
}
