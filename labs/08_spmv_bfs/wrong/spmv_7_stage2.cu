// expect: inefficient 7_csr_merge global_load_sectors on emu
// fault: a thread a row, as in stage 2: neighbouring lanes read words a row apart.
#include "spmv_bfs.h"
#define spmv_7_csr_merge reference_7
#include "../solution.cu"
#undef spmv_7_csr_merge

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *, uint32_t *, float *y) {
  return spmv_2_csr_scalar(a, x, y);
}
