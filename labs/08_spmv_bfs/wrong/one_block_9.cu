// expect: inefficient 9_edge_centric busiest_block_share on emu
// fault: one block does the work of the whole grid, and all other multiprocessors stand by.
#include "bfs_given.cuh"
#include "spmv_bfs.h"
__global__ void ask_edges(bfs_graph g, int *level, int *found, int depth) {
  for (int64_t edge = threadIdx.x; edge < g.m; edge += 1024) {
    if (look(&level[g.from[edge]]) != depth - 1) continue;
    uint32_t neighbour = g.to[edge];
    if (look(&level[neighbour]) != UNREACHED) continue;
    put(&level[neighbour], depth);
    put(found, 1);
  }
}
int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  bfs_start(*g, source, p, level, NULL);
  int *found = &p.state->found, any = 1;
  for (int depth = 1; any; depth++) {
    cudaMemset(found, 0, sizeof *found);
    ask_edges<<<1, 1024>>>(*g, level, found, depth); // fault
    int error = bfs_ask(&any, found);
    if (error) return error;
  }
  return cudaGetLastError();
}
