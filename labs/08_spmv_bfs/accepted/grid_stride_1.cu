// expect: pass 1_coo_atomic
// form: PMPP, 4th edition, section 14.2, in a loop over the grid with blocks of 128 threads.
#include "spmv_bfs.h"
#include <cuda_runtime.h>

__global__ void spmv_coo_kernel(spmv_coo coo, const float *x, float *y) {
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < coo.nonzeros;
       i += (int64_t)gridDim.x * blockDim.x) {
    unsigned row = coo.row[i], column = coo.column[i];
    float value = coo.value[i];
    atomicAdd(&y[row], x[column] * value);
  }
}

__global__ void all_zero(float *y, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 0;
}

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  if (a->rows == 0) return 0;
  all_zero<<<(unsigned)((a->rows + 127) / 128), 128>>>(y, a->rows);
  int64_t blocks = (a->nonzeros + 127) / 128;
  if (blocks > 0) spmv_coo_kernel<<<(unsigned)(blocks < 512 ? blocks : 512), 128>>>(*a, x, y);
  return cudaGetLastError();
}
