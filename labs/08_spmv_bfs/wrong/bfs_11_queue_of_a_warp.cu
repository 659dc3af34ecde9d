// expect: inefficient 11_privatised_frontier global_atomics on emu
// fault: one atomic on the global queue for each warp's finds, on each edge, instead of one for a block's.
#include "spmv_bfs.h"
#define bfs_11_privatised_frontier reference_11
#include "../solution.cu"
#undef bfs_11_privatised_frontier

__global__ void queue_of_a_warp(bfs_graph g, int32_t depth, int64_t begin, int64_t end, uint32_t *queue,
                                uint32_t *tail, int32_t *level, int32_t *parent) {
  int64_t i = begin + bfs_thread();
  if (i >= end) return;
  uint32_t v = queue[i], last = g.row[v + 1];
  for (uint32_t e = g.row[v]; e < last; e++) {
    uint32_t u = g.to[e];
    if (!bfs_claim(level, u, depth)) continue;
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
    queue_of_a_warp<<<bfs_blocks(end - begin), BFS_BLOCK>>>(*g, depth, begin, end, p.queue, tail, level,
                                                            parent);
    begin = end;
    error = bfs_ask(&end, tail);
  }
  return error;
}
