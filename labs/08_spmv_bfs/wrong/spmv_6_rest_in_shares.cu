// expect: inefficient 6_hyb global_load_sectors on emu
// fault: each thread takes 8 nonzeros of the rest in a row: neighbouring lanes read words that are 8 apart.
#include "spmv_bfs.h"
#define spmv_6_hyb reference_6
#include "../solution.cu"
#undef spmv_6_hyb

__global__ void wrong_kernel(spmv_coo a, const float *x, float *y) {
  int64_t begin = 8 * spmv_thread();
  for (int64_t k = begin; k < begin + 8 && k < a.nonzeros; k++)
    atomicAdd(&y[a.row[k]], a.value[k] * x[a.column[k]]);
}

int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  const spmv_coo &rest = a->rest;
  if (a->ell.rows > 0) spmv_4_ell_kernel<<<spmv_blocks(a->ell.rows), SPMV_BLOCK>>>(a->ell, x, y);
  if (rest.nonzeros > 0) wrong_kernel<<<spmv_blocks((rest.nonzeros + 7) / 8), SPMV_BLOCK>>>(rest, x, y);
  return cudaGetLastError();
}
