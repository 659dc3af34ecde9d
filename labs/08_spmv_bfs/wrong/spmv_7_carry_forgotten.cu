// expect: wrong 7_csr_merge
// fault: what a tile leaves over for the row that a later tile ends is not added.
#include "spmv_bfs.h"
#define spmv_7_csr_merge reference_7
#include "../solution.cu"
#undef spmv_7_csr_merge

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *plan, uint32_t *scratch,
                     float *y) {
  int64_t tiles = spmv_tiles(a);
  const int *first_row = (const int *)plan;
  float *carry = (float *)scratch;
  if (tiles == 0) return 0;
  spmv_7_csr_merge_kernel<<<(unsigned)tiles, SPMV_BLOCK>>>(*a, x, first_row, carry, y);
  return cudaGetLastError();
}
