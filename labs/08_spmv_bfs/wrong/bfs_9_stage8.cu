// expect: inefficient 9_edge_centric simt_efficiency on emu
// fault: the kernel of stage 8: a thread a vertex, whose degree the other 31 lanes wait for.
#include "spmv_bfs.h"
#define bfs_9_edge_centric reference_9
#include "../solution.cu"
#undef bfs_9_edge_centric

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return bfs_8_vertex_push(g, source, scratch, level);
}
