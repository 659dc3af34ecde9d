// expect: inefficient 1_coo_atomic simt_efficiency on emu
// fault: lane 0 makes the additions of its whole warp, while the others wait.
#include "spmv_bfs.h"
#define spmv_1_coo_atomic reference_1
#include "../solution.cu"
#undef spmv_1_coo_atomic

__global__ void wrong_kernel(spmv_coo a, const float *x, float *y) {
  __shared__ float product[SPMV_BLOCK];
  __shared__ int row[SPMV_BLOCK];
  int64_t k = spmv_thread();
  int t = threadIdx.x;
  row[t] = k < a.nonzeros ? a.row[k] : -1;
  product[t] = k < a.nonzeros ? a.value[k] * x[a.column[k]] : 0;
  __syncwarp();
  for (int i = t; t % SPMV_WARP == 0 && i < t + SPMV_WARP; i++)
    if (row[i] >= 0) atomicAdd(&y[row[i]], product[i]);
}

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (a->nonzeros > 0) wrong_kernel<<<spmv_blocks(a->nonzeros), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
