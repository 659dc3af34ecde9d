// expect: wrong 7_csr_merge
// fault: each product counts in the plan, which all products share: the first is right, a later one is not.
#include "spmv_bfs.h"
#define spmv_7_csr_merge reference_7
#include "../solution.cu"
#undef spmv_7_csr_merge

static __global__ void count_down(uint32_t *plan) {
  plan[0]--;
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *plan, uint32_t *scratch,
                     float *y) {
  int error = reference_7(a, x, plan, scratch, y);
  if (spmv_tiles(a) > 0) count_down<<<1, 1>>>((uint32_t *)plan);
  return error ? error : cudaGetLastError();
}
