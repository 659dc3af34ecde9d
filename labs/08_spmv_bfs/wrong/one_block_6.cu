// expect: inefficient 6_hyb busiest_block_share on emu
// fault: one block has all rows of the common part, and all nonzeros of the rest.
#include "spmv_bfs.h"

static __global__ void alone(spmv_hyb a, const float *x, float *y) {
  for (int64_t r = threadIdx.x; r < a.ell.rows; r += blockDim.x) {
    float sum = 0;
    for (int64_t j = 0; j < a.ell.width; j++) {
      int column = a.ell.column[j * a.ell.rows + r];
      if (column >= 0) sum += a.ell.value[j * a.ell.rows + r] * x[column];
    }
    y[r] = sum;
  }
  __syncthreads();
  for (int64_t k = threadIdx.x; k < a.rest.nonzeros; k += blockDim.x)
    atomicAdd(&y[a.rest.row[k]], a.rest.value[k] * x[a.rest.column[k]]);
}

int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  if (a->ell.rows > 0) alone<<<1, 1024>>>(*a, x, y); // fault
  return cudaGetLastError();
}
