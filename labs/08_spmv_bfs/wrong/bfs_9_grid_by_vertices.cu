// expect: wrong 9_edge_centric
// fault: the grid has a thread for each vertex: edges from the n-th on are never looked at.
#include "spmv_bfs.h"
#define bfs_9_edge_centric reference_9
#include "../solution.cu"
#undef bfs_9_edge_centric

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int32_t found = 0;
  for (int32_t depth = 0; error == cudaSuccess && found == depth && g->m > 0; depth++) {
    bfs_9_edge_centric_kernel<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, level, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
