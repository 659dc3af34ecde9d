// expect: pass 10_frontier
// form: eight blocks of 128 threads stay and go over the frontier in a loop, whatever its size.
#include "bfs_given.cuh"
#include <cuda_runtime.h>

__global__ void expand(bfs_graph g, int32_t depth, uint32_t begin, uint32_t end, uint32_t *queue,
                       uint32_t *tail, int32_t *level) {
  for (uint32_t i = begin + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) {
    uint32_t v = queue[i], last = g.row[v + 1];
    for (uint32_t e = g.row[v]; e < last; e++) {
      uint32_t u = g.to[e];
      if (look(&level[u]) == UNREACHED && atomicCAS(&level[u], UNREACHED, depth + 1) == UNREACHED)
        queue[atomicAdd(tail, 1)] = u;
    }
  }
}

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *tail = (uint32_t *)&p.state->tail, begin = 0, end = 1;
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    expand<<<8, 128>>>(*g, depth, begin, end, p.queue, tail, level);
    begin = end;
    error = bfs_ask(&end, tail);
  }
  return error;
}
