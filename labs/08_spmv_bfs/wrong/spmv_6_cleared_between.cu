// expect: wrong 6_hyb
// fault: the rest is added by stage 1 whole, which sets y to 0 first.
#include "spmv_bfs.h"
#define spmv_6_hyb reference_6
#include "../solution.cu"
#undef spmv_6_hyb

int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  int error = spmv_4_ell(&a->ell, x, y);
  return error ? error : spmv_1_coo_atomic(&a->rest, x, y);
}
