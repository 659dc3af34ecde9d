// expect: inefficient 11_privatised_frontier busiest_block_share on emu
// fault: the first block of many has every frontier, however large it is.
#include "bfs_given.cuh"
#include "spmv_bfs.h"

enum { PLACES = 2048 };

static __global__ void expand(bfs_graph g, int32_t depth, uint32_t begin, uint32_t end, uint32_t *queue,
                              uint32_t *tail, int32_t *level, int32_t *parent) {
  __shared__ uint32_t found[PLACES], count, base;
  if (blockIdx.x > 0) return; // fault
  for (uint32_t round = begin; round < end; round += blockDim.x) {
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    uint32_t i = round + threadIdx.x, v = i < end ? queue[i] : 0, last = i < end ? g.row[v + 1] : 0;
    for (uint32_t e = i < end ? g.row[v] : 0; e < last; e++) {
      uint32_t u = g.to[e];
      if (look(&level[u]) != UNREACHED || atomicCAS(&level[u], UNREACHED, depth + 1) != UNREACHED) continue;
      parent[u] = (int32_t)v;
      uint32_t place = atomicAdd(&count, 1);
      if (place < PLACES)
        found[place] = u;
      else
        queue[atomicAdd(tail, 1)] = u;
    }
    __syncthreads();
    uint32_t kept = count < PLACES ? count : PLACES;
    if (threadIdx.x == 0) base = atomicAdd(tail, kept);
    __syncthreads();
    for (uint32_t k = threadIdx.x; k < kept; k += blockDim.x) queue[base + k] = found[k];
    __syncthreads();
  }
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *tail = (uint32_t *)&p.state->tail, begin = 0, end = 1;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    expand<<<bfs_blocks(end - begin), 512>>>(*g, depth, begin, end, p.queue, tail, level, parent);
    begin = end;
    error = bfs_ask(&end, tail);
  }
  return error;
}
