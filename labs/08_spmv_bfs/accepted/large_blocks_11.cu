// expect: pass 11_privatised_frontier
// form: blocks of 1024 threads, a thread a vertex, room for two vertices a thread in shared memory; the rest goes one by one.
#include "bfs_given.cuh"
#include <cuda_runtime.h>

enum { THREADS = 1024, PLACES = 2 * THREADS };

__global__ void __launch_bounds__(THREADS)
    expand(bfs_graph g, int32_t depth, uint32_t begin, uint32_t end, uint32_t *queue, uint32_t *tail,
           int32_t *level, int32_t *parent) {
  __shared__ uint32_t found[PLACES], count, base;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  uint32_t i = begin + blockIdx.x * THREADS + threadIdx.x;
  if (i < end) {
    uint32_t v = queue[i];
    for (uint32_t e = g.row[v], last = g.row[v + 1]; e < last; e++) {
      uint32_t u = g.to[e];
      if (look(&level[u]) != UNREACHED || atomicCAS(&level[u], UNREACHED, depth + 1) != UNREACHED) continue;
      parent[u] = (int32_t)v;
      uint32_t place = atomicAdd(&count, 1);
      if (place < PLACES)
        found[place] = u;
      else
        queue[atomicAdd(tail, 1)] = u;
    }
  }
  __syncthreads();
  uint32_t kept = min(count, (uint32_t)PLACES);
  if (threadIdx.x == 0) base = atomicAdd(tail, kept);
  __syncthreads();
  for (uint32_t k = threadIdx.x; k < kept; k += THREADS) queue[base + k] = found[k];
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *tail = (uint32_t *)&p.state->tail, begin = 0, end = 1;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    expand<<<(end - begin + THREADS - 1) / THREADS, THREADS>>>(*g, depth, begin, end, p.queue, tail, level,
                                                               parent);
    begin = end;
    error = bfs_ask(&end, tail);
  }
  return error;
}
