// expect: inefficient 8_vertex_push global_bytes on emu
// fault: every reached vertex looks at its edges again on each level.
#include "spmv_bfs.h"
#define bfs_8_vertex_push reference_8
#include "../solution.cu"
#undef bfs_8_vertex_push

__global__ void all_reached_push(bfs_graph g, int32_t depth, int32_t *level, int32_t *found) {
  int64_t v = bfs_thread();
  if (v >= g.n) return;
  int32_t own = look(&level[v]);
  if (own == UNREACHED || own > depth) return;
  for (uint32_t e = g.row[v]; e < g.row[v + 1]; e++) {
    uint32_t u = g.to[e];
    if (look(&level[u]) != UNREACHED) continue;
    put(&level[u], depth + 1);
    put(found, depth + 1);
  }
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int32_t found = 0;
  for (int32_t depth = 0; error == cudaSuccess && found == depth; depth++) {
    all_reached_push<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, level, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
