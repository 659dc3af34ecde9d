// expect: rejected 2_csr_scalar global_load_bytes on emu
// fault: [hostwork] the matrix is copied to the host and multiplied there; no kernel reads a nonzero.
#include "spmv_host.cuh"

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  float *sum = no_sums(a->rows);
  add_csr(a, x, sum);
  return store(sum, a->rows, y);
}
