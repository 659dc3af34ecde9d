// expect: pass 4_ell
// form: two blocks of 512 threads for all rows, in a loop over the grid.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

__global__ void spmv_ell_kernel(spmv_ell a, const float *x, float *y) {
  for (int64_t r = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; r < a.rows; r += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int64_t j = 0; j < a.width; j++) {
      int column = a.column[j * a.rows + r];
      if (column >= 0) sum += a.value[j * a.rows + r] * x[column];
    }
    y[r] = sum;
  }
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  spmv_ell_kernel<<<2, 512>>>(*a, x, y);
  return cudaGetLastError();
}
