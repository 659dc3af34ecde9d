// expect: hazard 7_csr_merge uninitialised-read on emu
// fault: the search has a thread for each tile, and none for the step behind the last one: it is missed where the tiles
// fill its blocks.
#include "spmv_bfs.h"
#define spmv_7_csr_merge_plan reference_7_plan
#include "../solution.cu"
#undef spmv_7_csr_merge_plan

int spmv_7_csr_merge_plan(const struct spmv_csr *a, uint32_t *plan) {
  int64_t tiles = spmv_tiles(a);
  if (tiles > 0) spmv_7_csr_merge_search_kernel<<<spmv_blocks(tiles), SPMV_BLOCK>>>(*a, tiles, (int *)plan);
  return cudaGetLastError();
}
