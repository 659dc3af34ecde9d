// expect: rejected 1_coo_atomic global_load_bytes on emu
// fault: [hostwork] the matrix is copied to the host and multiplied there; no kernel reads a nonzero.
#include "spmv_host.cuh"

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  float *sum = no_sums(a->rows);
  add_coo(a, x, sum);
  return store(sum, a->rows, y);
}
