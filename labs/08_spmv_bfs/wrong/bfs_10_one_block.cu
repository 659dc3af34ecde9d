// expect: wrong 10_frontier
// fault: a level has one block: the frontier's vertices from the 257th on are lost.
#include "spmv_bfs.h"
#define bfs_10_frontier reference_10
#include "../solution.cu"
#undef bfs_10_frontier

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *tail = (uint32_t *)&p.state->tail, begin = 0, end = 1;
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    bfs_10_frontier_kernel<<<1, BFS_BLOCK>>>(*g, depth, begin, end, p.queue, tail, level);
    begin = end;
    error = bfs_ask(&end, tail);
  }
  return error;
}
