// expect: inefficient 7_csr_merge global_load_requests on emu
// fault: a warp a row, as in stage 3: short rows cost a whole warp each.
#include "spmv_bfs.h"
#define spmv_7_csr_merge reference_7
#include "../solution.cu"
#undef spmv_7_csr_merge

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *, uint32_t *, float *y) {
  return spmv_3_csr_vector(a, x, y);
}
