// expect: rejected 7_csr_merge global_load_bytes on emu
// fault: [hostwork] the matrix is copied to the host and multiplied there; no kernel reads a nonzero.
#include "spmv_host.cuh"

int spmv_7_csr_merge_plan(const struct spmv_csr *, uint32_t *) {
  return 0;
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *, uint32_t *, float *y) {
  float *sum = no_sums(a->rows);
  add_csr(a, x, sum);
  return store(sum, a->rows, y);
}
