// expect: wrong 8_vertex_push
// fault: the source has no level of its own: it is found again, over an edge that leads back.
#include "spmv_bfs.h"
#define bfs_8_vertex_push reference_8
#include "../solution.cu"
#undef bfs_8_vertex_push

__global__ void first_level(bfs_graph g, uint32_t source, int32_t *level, int32_t *found) {
  int64_t v = bfs_thread();
  if (v < g.n) level[v] = UNREACHED;
  if (v == 0) *found = 0;
}
__global__ void neighbours_first(bfs_graph g, uint32_t source, int32_t *level, int32_t *found) {
  for (uint32_t e = g.row[source]; e < g.row[source + 1]; e++) {
    level[g.to[e]] = 1;
    *found = 1;
  }
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  int32_t found = 0;
  first_level<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, source, level, &p.state->found);
  neighbours_first<<<1, 1>>>(*g, source, level, &p.state->found);
  cudaError_t error = bfs_ask(&found, &p.state->found);
  for (int32_t depth = 1; error == cudaSuccess && found == depth; depth++) {
    bfs_8_vertex_push_kernel<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, level, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
