// expect: wrong 11_privatised_frontier
// fault: only the block's first 2048 edges are looked at.
#include "spmv_bfs.h"
#define bfs_11_privatised_frontier reference_11
#include "../solution.cu"
#undef bfs_11_privatised_frontier

__global__ void one_round(bfs_graph g, int32_t depth, int64_t begin, int64_t end, uint32_t *queue,
                          unsigned long long *tail, int32_t *level, int32_t *parent) {
  __shared__ uint32_t s_vertex[BFS_BLOCK], s_edge[BFS_BLOCK], s_before[BFS_BLOCK];
  __shared__ uint32_t s_found[ROUND], s_count, s_base;
  int t = threadIdx.x;
  int64_t i = begin + bfs_thread();
  uint32_t v = 0, first = 0, degree = 0, total;
  if (i < end) {
    v = queue[i];
    first = g.row[v];
    degree = g.row[v + 1] - first;
  }
  uint32_t before = bfs_sum_before(degree, &total);
  s_vertex[t] = v;
  s_edge[t] = first - before; // so that the block's k-th edge is g.to[s_edge + k]
  s_before[t] = before;
  if (t == 0) s_count = 0;

  for (uint32_t round = 0; round < 1; round += ROUND) {
    __syncthreads();
    for (uint32_t k = round + t; k < total && k < round + ROUND; k += BFS_BLOCK) {
      int owner = bfs_owner(s_before, k);
      uint32_t u = g.to[s_edge[owner] + k];
      if (!bfs_claim(level, u, depth)) continue;
      parent[u] = (int32_t)s_vertex[owner];
      s_found[atomicAdd(&s_count, 1)] = u;
    }
    __syncthreads();
    uint32_t count = s_count;
    if (t == 0 && count > 0) s_base = (uint32_t)atomicAdd(tail, (unsigned long long)count);
    __syncthreads();
    if (t == 0) s_count = 0;
    for (uint32_t k = t; k < count; k += BFS_BLOCK) {
      uint32_t u = s_found[k];
      queue[s_base + k] = u;
    }
  }
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  unsigned long long tail = 1;
  uint32_t begin = 0, end = 1;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    one_round<<<bfs_blocks(end - begin), BFS_BLOCK>>>(*g, depth, begin, end, p.queue, &p.state->tail, level,
                                                      parent);
    error = bfs_ask(&tail, &p.state->tail);
    begin = end;
    end = (uint32_t)tail;
  }
  return error;
}
