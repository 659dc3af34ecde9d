// expect: rejected 5_jds global_load_bytes on emu
// fault: [hostwork] the matrix is copied to the host and multiplied there; no kernel reads a nonzero.
#include "spmv_host.cuh"

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  float *sum = no_sums(a->rows);
  add_jds(a, x, sum);
  return store(sum, a->rows, y);
}
