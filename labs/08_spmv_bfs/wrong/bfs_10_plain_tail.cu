// expect: hazard 10_frontier race-global on emu
// fault: the tail is moved on with ++ instead of an atomic: two vertices get one place.
#include "spmv_bfs.h"
#define bfs_10_frontier reference_10
#include "../solution.cu"
#undef bfs_10_frontier

__global__ void plain_tail(bfs_graph g, int32_t depth, int64_t begin, int64_t end, uint32_t *queue,
                           uint32_t *tail, int32_t *level) {
  int64_t i = begin + bfs_thread();
  if (i >= end) return;
  uint32_t v = queue[i], last = g.row[v + 1];
  for (uint32_t e = g.row[v]; e < last; e++) {
    uint32_t u = g.to[e];
    if (bfs_claim(level, u, depth)) queue[(*tail)++] = u;
  }
}

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *tail = (uint32_t *)&p.state->tail, begin = 0, end = 1;
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    plain_tail<<<bfs_blocks(end - begin), BFS_BLOCK>>>(*g, depth, begin, end, p.queue, tail, level);
    begin = end;
    error = bfs_ask(&end, tail);
  }
  return error;
}
