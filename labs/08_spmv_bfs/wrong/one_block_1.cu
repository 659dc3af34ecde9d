// expect: inefficient 1_coo_atomic busiest_block_share on emu
// fault: one block has all nonzeros.
#include "spmv_bfs.h"

static __global__ void alone(spmv_coo a, const float *x, float *y) {
  for (int64_t k = threadIdx.x; k < a.nonzeros; k += blockDim.x)
    atomicAdd(&y[a.row[k]], a.value[k] * x[a.column[k]]);
}

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  cudaError_t error = cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (error == cudaSuccess) alone<<<1, 1024>>>(*a, x, y); // fault
  return error == cudaSuccess ? cudaGetLastError() : error;
}
