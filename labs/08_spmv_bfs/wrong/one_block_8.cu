// expect: inefficient 8_vertex_push busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "bfs_given.cuh"
#include "spmv_bfs.h"
__global__ void ask_vertices(bfs_graph g, int *level, int *found, int depth) {
  for (int64_t v = threadIdx.x; v < g.n; v += 1024) {
    if (look(&level[v]) != depth - 1) continue;
    for (uint32_t edge = g.row[v]; edge < g.row[v + 1]; edge++) {
      uint32_t neighbour = g.to[edge];
      if (look(&level[neighbour]) != UNREACHED) continue;
      put(&level[neighbour], depth);
      put(found, 1);
    }
  }
}
int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  bfs_start(*g, source, p, level, NULL);
  int *found = &p.state->found, any = 1;
  for (int depth = 1; any; depth++) {
    cudaMemset(found, 0, sizeof *found);
    ask_vertices<<<1, 1024>>>(*g, level, found, depth); // fault
    int error = bfs_ask(&any, found);
    if (error) return error;
  }
  return cudaGetLastError();
}
