// expect: inefficient 11_privatised_frontier global_bytes on emu
// fault: a thread for each vertex on every level: no queue at all.
#include "spmv_bfs.h"
#define bfs_11_privatised_frontier reference_11
#include "../solution.cu"
#undef bfs_11_privatised_frontier

__global__ void push_with_parent(bfs_graph g, int32_t depth, int32_t *level, int32_t *parent,
                                 int32_t *found) {
  int64_t v = bfs_thread();
  if (v >= g.n || look(&level[v]) != depth) return; // fault
  for (uint32_t e = g.row[v]; e < g.row[v + 1]; e++) {
    uint32_t u = g.to[e];
    if (!bfs_claim(level, u, depth)) continue;
    parent[u] = (int32_t)v;
    put(found, depth + 1);
  }
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  int32_t found = 0;
  for (int32_t depth = 0; error == cudaSuccess && found == depth; depth++) {
    push_with_parent<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, level, parent, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
