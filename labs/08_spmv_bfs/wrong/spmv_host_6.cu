// expect: rejected 6_hyb global_load_bytes on emu
// fault: [hostwork] the matrix is copied to the host and multiplied there; no kernel reads a nonzero.
#include "spmv_host.cuh"

int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  float *sum = no_sums(a->ell.rows);
  add_ell(&a->ell, x, sum);
  add_coo(&a->rest, x, sum);
  return store(sum, a->ell.rows, y);
}
