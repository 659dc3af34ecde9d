// expect: inefficient 12_direction_optimising global_bytes on emu
// fault: the kernel of stage 11: down on every level, so that every edge is looked at.
#include "spmv_bfs.h"
#define bfs_12_direction_optimising reference_12
#include "../solution.cu"
#undef bfs_12_direction_optimising

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  return bfs_11_privatised_frontier(g, source, scratch, level, parent);
}
