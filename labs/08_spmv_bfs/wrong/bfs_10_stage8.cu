// expect: inefficient 10_frontier global_bytes on emu
// fault: the kernel of stage 8: all vertices are asked on every level.
#include "spmv_bfs.h"
#define bfs_10_frontier reference_10
#include "../solution.cu"
#undef bfs_10_frontier

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return bfs_8_vertex_push(g, source, scratch, level);
}
