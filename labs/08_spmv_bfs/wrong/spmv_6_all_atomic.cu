// expect: inefficient 6_hyb global_atomics on emu
// fault: every place of the ELLPACK part is a thread's and added by an atomic, too.
#include "spmv_bfs.h"
#define spmv_6_hyb reference_6
#include "../solution.cu"
#undef spmv_6_hyb

__global__ void wrong_kernel(spmv_ell a, const float *x, float *y) {
  int64_t k = spmv_thread();
  if (k < a.width * a.rows && a.column[k] >= 0) atomicAdd(&y[k % a.rows], a.value[k] * x[a.column[k]]);
}

int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  int64_t places = a->ell.width * a->ell.rows;
  const spmv_coo &rest = a->rest;
  cudaMemsetAsync(y, 0, a->ell.rows * sizeof *y);
  if (places > 0) wrong_kernel<<<spmv_blocks(places), SPMV_BLOCK>>>(a->ell, x, y);
  if (rest.nonzeros > 0) spmv_1_coo_atomic_kernel<<<spmv_blocks(rest.nonzeros), SPMV_BLOCK>>>(rest, x, y);
  return cudaGetLastError();
}
