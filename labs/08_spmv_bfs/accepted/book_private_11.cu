// expect: pass 11_privatised_frontier
// form: PMPP, 4th edition, section 15.6: a thread a vertex, a shared queue of 2048 places, the rest goes one by one.
#include "bfs_given.cuh"
#include <cuda_runtime.h>

enum { CAPACITY = 2048 };

__global__ void private_kernel(bfs_graph csr, int32_t *level, int32_t *parent, const uint32_t *previous,
                               uint32_t *current, unsigned n_previous, unsigned *n_current, int32_t now) {
  __shared__ uint32_t found[CAPACITY];
  __shared__ unsigned n_found, begin;
  if (threadIdx.x == 0) n_found = 0;
  __syncthreads();

  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n_previous) {
    unsigned vertex = previous[i];
    for (unsigned edge = csr.row[vertex]; edge < csr.row[vertex + 1]; ++edge) {
      unsigned neighbor = csr.to[edge];
      if (atomicCAS(&level[neighbor], UNREACHED, now) != UNREACHED) continue;
      parent[neighbor] = (int32_t)vertex;
      unsigned place = atomicAdd(&n_found, 1);
      if (place < CAPACITY)
        found[place] = neighbor;
      else
        current[atomicAdd(n_current, 1)] = neighbor;
    }
  }
  __syncthreads();
  unsigned count = n_found < CAPACITY ? n_found : CAPACITY;
  if (threadIdx.x == 0) begin = atomicAdd(n_current, count);
  __syncthreads();
  for (unsigned k = threadIdx.x; k < count; k += blockDim.x) current[begin + k] = found[k];
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *previous = p.queue, *current = p.queue + g->n;
  unsigned *count = (unsigned *)&p.state->found, n_previous = 1;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  for (int32_t now = 1; error == cudaSuccess && n_previous > 0; now++) {
    cudaMemsetAsync(count, 0, sizeof *count);
    private_kernel<<<(n_previous + 255) / 256, 256>>>(*g, level, parent, previous, current, n_previous, count,
                                                      now);
    error = bfs_ask(&n_previous, count);
    uint32_t *swap = previous;
    previous = current;
    current = swap;
  }
  return error;
}
