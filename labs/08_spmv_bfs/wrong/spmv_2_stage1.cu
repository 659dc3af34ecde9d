// expect: inefficient 2_csr_scalar global_atomics on emu
// fault: a thread a nonzero, as in stage 1: every product is an atomic addition.
#include "spmv_by_atomics.cuh"

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  return multiply_by_atomics(a, x, y);
}
