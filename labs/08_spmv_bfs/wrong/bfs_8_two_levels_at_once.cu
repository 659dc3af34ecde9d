// expect: hazard 8_vertex_push race-global on emu
// fault: a vertex that was reached a moment ago, in the same launch, already reaches others: two threads store different levels.
#include "spmv_bfs.h"
#define bfs_8_vertex_push reference_8
#include "../solution.cu"
#undef bfs_8_vertex_push

__global__ void two_levels_at_once(bfs_graph g, int32_t depth, int32_t *level, int32_t *found) {
  int64_t v = bfs_thread();
  if (v >= g.n) return;
  int32_t own = look(&level[v]);
  if (own < depth) return;
  for (uint32_t e = g.row[v]; e < g.row[v + 1]; e++) {
    uint32_t u = g.to[e];
    int32_t old = look(&level[u]);
    if (old != UNREACHED && old <= own + 1) continue;
    put(&level[u], own + 1);
    put(found, depth + 1);
  }
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int32_t found = 0;
  for (int32_t depth = 0; error == cudaSuccess && found == depth; depth++) {
    two_levels_at_once<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, level, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
