// expect: inefficient 10_frontier global_bytes on emu
// fault: the kernel of stage 9: all edges are asked on every level.
#include "spmv_bfs.h"
#define bfs_10_frontier reference_10
#include "../solution.cu"
#undef bfs_10_frontier

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return bfs_9_edge_centric(g, source, scratch, level);
}
