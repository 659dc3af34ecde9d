// expect: inefficient 1_coo_atomic global_load_sectors on emu
// fault: each thread takes 8 nonzeros in a row: neighbouring lanes read words that are 8 apart.
#include "spmv_bfs.h"
#define spmv_1_coo_atomic reference_1
#include "../solution.cu"
#undef spmv_1_coo_atomic

__global__ void wrong_kernel(spmv_coo a, const float *x, float *y) {
  int64_t begin = 8 * spmv_thread();
  for (int64_t k = begin; k < begin + 8 && k < a.nonzeros; k++)
    atomicAdd(&y[a.row[k]], a.value[k] * x[a.column[k]]);
}

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (a->nonzeros > 0) wrong_kernel<<<spmv_blocks((a->nonzeros + 7) / 8), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}
