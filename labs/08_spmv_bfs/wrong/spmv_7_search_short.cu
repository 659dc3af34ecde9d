// expect: hazard 7_csr_merge uninitialised-read on emu
// fault: the search has a thread for each tile, and none for the step behind the last one: it is missed where the tiles
// fill its blocks.
#include "spmv_bfs.h"
#define spmv_7_csr_merge reference_7
#include "../solution.cu"
#undef spmv_7_csr_merge

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, uint32_t *scratch, float *y) {
  int64_t tiles = (a->rows + a->nonzeros + TILE - 1) / TILE;
  int *first_row = (int *)scratch;
  float *carry = (float *)(first_row + tiles + 1);
  if (tiles == 0) return 0;
  spmv_7_csr_merge_search_kernel<<<spmv_blocks(tiles), SPMV_BLOCK>>>(*a, tiles, first_row);
  spmv_7_csr_merge_kernel<<<(unsigned)tiles, SPMV_BLOCK>>>(*a, x, first_row, carry, y);
  if (tiles > 1)
    spmv_7_csr_merge_carry_kernel<<<spmv_blocks(tiles), SPMV_BLOCK>>>(a->rows, tiles, first_row, carry, y);
  return cudaGetLastError();
}
