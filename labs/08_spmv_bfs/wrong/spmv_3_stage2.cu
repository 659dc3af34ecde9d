// expect: inefficient 3_csr_vector global_load_sectors on emu
// fault: a thread a row, as in stage 2: neighbouring lanes read words a row apart.
#include "spmv_bfs.h"
#define spmv_3_csr_vector reference_3
#include "../solution.cu"
#undef spmv_3_csr_vector

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  return spmv_2_csr_scalar(a, x, y);
}
