// expect: inefficient 9_edge_centric global_bytes on emu
// fault: loads where an edge leads to, and that vertex's level, before it asks whether the edge matters.
#include "spmv_bfs.h"
#define bfs_9_edge_centric reference_9
#include "../solution.cu"
#undef bfs_9_edge_centric

__global__ void loads_first(bfs_graph g, int32_t depth, int32_t *level, int32_t *found) {
  int64_t e = bfs_thread();
  if (e >= g.m) return;
  uint32_t u = g.to[e];
  int32_t there = look(&level[u]), here = look(&level[g.from[e]]);
  if (here != depth || there != UNREACHED) return;
  put(&level[u], depth + 1);
  put(found, depth + 1);
}

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int32_t found = 0;
  for (int32_t depth = 0; error == cudaSuccess && found == depth && g->m > 0; depth++) {
    loads_first<<<bfs_blocks(g->m), BFS_BLOCK>>>(*g, depth, level, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
