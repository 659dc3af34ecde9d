// expect: pass 10_frontier
// form: PMPP, 4th edition, section 15.5: two frontiers that change places, a claim by atomicCAS without a look before.
#include "bfs_given.cuh"
#include <cuda_runtime.h>

__global__ void frontier_kernel(bfs_graph csr, int32_t *level, const uint32_t *previous, uint32_t *current,
                                unsigned n_previous, unsigned *n_current, int32_t now) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n_previous) {
    unsigned vertex = previous[i];
    for (unsigned edge = csr.row[vertex]; edge < csr.row[vertex + 1]; ++edge) {
      unsigned neighbor = csr.to[edge];
      if (atomicCAS(&level[neighbor], UNREACHED, now) == UNREACHED) {
        unsigned place = atomicAdd(n_current, 1);
        current[place] = neighbor;
      }
    }
  }
}

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *previous = p.queue, *current = p.queue + g->n;
  unsigned *count = (unsigned *)&p.state->found, n_previous = 1;
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  for (int32_t now = 1; error == cudaSuccess && n_previous > 0; now++) {
    cudaMemsetAsync(count, 0, sizeof *count);
    frontier_kernel<<<(n_previous + 255) / 256, 256>>>(*g, level, previous, current, n_previous, count, now);
    error = bfs_ask(&n_previous, count);
    uint32_t *swap = previous;
    previous = current;
    current = swap;
  }
  return error;
}
