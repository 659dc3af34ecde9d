// expect: pass 12_direction_optimising on emu
// form: up while the frontier has more than one vertex in 24; from below a vertex looks at its neighbours' levels.
#include "bfs_given.cuh"
#include <cuda_runtime.h>

__global__ void down_kernel(bfs_graph g, int32_t *level, int32_t *parent, const uint32_t *previous,
                            unsigned n_previous, uint32_t *current, unsigned *n_current, int32_t now) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n_previous) return;
  uint32_t v = previous[i];
  for (uint32_t e = g.row[v], end = g.row[v + 1]; e < end; e++) {
    uint32_t u = g.to[e];
    if (look(&level[u]) != UNREACHED || atomicCAS(&level[u], UNREACHED, now) != UNREACHED) continue;
    parent[u] = (int32_t)v;
    current[atomicAdd(n_current, 1)] = u;
  }
}

__global__ void up_kernel(bfs_graph g, int32_t *level, int32_t *parent, unsigned *n_current, int32_t now) {
  __shared__ unsigned n_found;
  if (threadIdx.x == 0) n_found = 0;
  __syncthreads();
  int64_t v = bfs_thread();
  if (v < g.n && level[v] == UNREACHED)
    for (uint32_t e = g.row[v], end = g.row[v + 1]; e < end; e++) {
      uint32_t u = g.to[e];
      if (look(&level[u]) != now - 1) continue;
      put(&level[v], now);
      parent[v] = (int32_t)u;
      atomicAdd(&n_found, 1);
      break;
    }
  __syncthreads();
  if (threadIdx.x == 0 && n_found > 0) atomicAdd(n_current, n_found);
}

// Before the first step down after one up: the vertices of the last level, in any order.
__global__ void gather_kernel(int64_t n, const int32_t *level, int32_t depth, uint32_t *queue,
                              unsigned *count) {
  int64_t v = bfs_thread();
  if (v < n && level[v] == depth) queue[atomicAdd(count, 1)] = (uint32_t)v;
}

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *previous = p.queue, *current = p.queue + g->n;
  unsigned *count = (unsigned *)&p.state->found, size = 1;
  bool queued = true;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  for (int32_t now = 1; error == cudaSuccess && size > 0; now++) {
    bool up = size > g->n / 24;
    if (!up && !queued) {
      cudaMemsetAsync(count, 0, sizeof *count);
      gather_kernel<<<bfs_blocks(g->n), BFS_BLOCK>>>(g->n, level, now - 1, previous, count);
    }
    cudaMemsetAsync(count, 0, sizeof *count);
    if (up) {
      up_kernel<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, level, parent, count, now);
    } else {
      down_kernel<<<bfs_blocks(size), BFS_BLOCK>>>(*g, level, parent, previous, size, current, count, now);
      uint32_t *swap = previous;
      previous = current;
      current = swap;
    }
    queued = !up;
    error = bfs_ask(&size, count);
  }
  return error;
}
