// expect: pass 6_hyb
// form: PMPP, 3rd edition, section 10.4: ELL for the common part, then the rest by a loop over the grid.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

__global__ void spmv_hyb_rows(spmv_ell ell, const float *x, float *y) {
  for (int64_t row = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; row < ell.rows;
       row += (int64_t)gridDim.x * blockDim.x) {
    float sum = 0;
    for (int64_t t = 0; t < ell.width; t++) {
      int column = ell.column[t * ell.rows + row];
      if (column < 0) continue;
      sum += x[column] * ell.value[t * ell.rows + row];
    }
    y[row] = sum;
  }
}

__global__ void spmv_hyb_rest(spmv_coo coo, const float *x, float *y) {
  for (int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; k < coo.nonzeros;
       k += (int64_t)gridDim.x * blockDim.x)
    atomicAdd(y + coo.row[k], coo.value[k] * x[coo.column[k]]);
}

int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  int64_t blocks = (a->ell.rows + 255) / 256;
  if (blocks > 0) spmv_hyb_rows<<<(unsigned)(blocks < 216 ? blocks : 216), 256>>>(a->ell, x, y);
  blocks = (a->rest.nonzeros + 255) / 256;
  if (blocks > 0) spmv_hyb_rest<<<(unsigned)(blocks < 216 ? blocks : 216), 256>>>(a->rest, x, y);
  return cudaGetLastError();
}
