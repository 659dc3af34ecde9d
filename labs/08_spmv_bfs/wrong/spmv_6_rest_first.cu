// expect: wrong 6_hyb
// fault: the rest is added first; then the ELLPACK part's kernel stores over it.
#include "spmv_bfs.h"
#define spmv_6_hyb reference_6
#include "../solution.cu"
#undef spmv_6_hyb

int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  const spmv_coo &rest = a->rest;
  cudaMemsetAsync(y, 0, a->ell.rows * sizeof *y);
  if (rest.nonzeros > 0) spmv_1_coo_atomic_kernel<<<spmv_blocks(rest.nonzeros), SPMV_BLOCK>>>(rest, x, y);
  if (a->ell.rows > 0) spmv_4_ell_kernel<<<spmv_blocks(a->ell.rows), SPMV_BLOCK>>>(a->ell, x, y);
  return cudaGetLastError();
}
