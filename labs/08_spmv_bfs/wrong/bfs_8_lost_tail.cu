// expect: wrong 8_vertex_push
// fault: the grid has n / 256 blocks, rounded down: the last vertices never reach anybody.
#include "spmv_bfs.h"
#define bfs_8_vertex_push reference_8
#include "../solution.cu"
#undef bfs_8_vertex_push

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int32_t found = 0;
  for (int32_t depth = 0; error == cudaSuccess && found == depth; depth++) {
    bfs_8_vertex_push_kernel<<<(unsigned)(g->n < BFS_BLOCK ? 1 : g->n / BFS_BLOCK), BFS_BLOCK>>>(
        *g, depth, level, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
