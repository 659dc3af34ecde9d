// expect: inefficient 7_csr_merge global_atomics on emu
// fault: a thread a nonzero, as in stage 1: every product is an atomic addition.
#include "spmv_by_atomics.cuh"

int spmv_7_csr_merge_plan(const struct spmv_csr *, uint32_t *) {
  return 0;
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *, uint32_t *, float *y) {
  return multiply_by_atomics(a, x, y);
}
