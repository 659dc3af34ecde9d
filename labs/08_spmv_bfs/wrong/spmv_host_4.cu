// expect: rejected 4_ell global_load_bytes on emu
// fault: [hostwork] the matrix is copied to the host and multiplied there; no kernel reads a nonzero.
#include "spmv_host.cuh"

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  float *sum = no_sums(a->rows);
  add_ell(a, x, sum);
  return store(sum, a->rows, y);
}
