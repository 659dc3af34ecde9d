// expect: hazard 11_privatised_frontier race-global on emu
// fault: relaxed loads and stores make no claim: two threads that look at the same time both become its parent.
#include "spmv_bfs.h"
#define bfs_11_privatised_frontier reference_11
#include "../solution.cu"
#undef bfs_11_privatised_frontier

__global__ void looks_and_puts(bfs_graph g, int32_t depth, int64_t begin, int64_t end, uint32_t *queue,
                               uint32_t *tail, int32_t *level, int32_t *parent) {
  int64_t i = begin + bfs_thread();
  if (i >= end) return;
  uint32_t v = queue[i], last = g.row[v + 1];
  for (uint32_t e = g.row[v]; e < last; e++) {
    uint32_t u = g.to[e];
    if (look(&level[u]) != UNREACHED) continue;
    put(&level[u], depth + 1);
    parent[u] = (int32_t)v;
    unsigned lanes = __activemask(), lane = threadIdx.x % BFS_WARP, base = 0;
    if (lane == __ffs(lanes) - 1) base = atomicAdd(tail, __popc(lanes));
    base = __shfl_sync(lanes, base, __ffs(lanes) - 1);
    queue[base + __popc(lanes & ((1u << lane) - 1))] = u;
  }
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *tail = (uint32_t *)&p.state->tail, begin = 0, end = 1;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    looks_and_puts<<<bfs_blocks(end - begin), BFS_BLOCK>>>(*g, depth, begin, end, p.queue, tail, level,
                                                           parent);
    begin = end;
    error = bfs_ask(&end, tail);
  }
  return error;
}
