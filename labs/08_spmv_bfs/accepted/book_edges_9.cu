// expect: pass 9_edge_centric
// form: PMPP, 4th edition, section 15.4, with relaxed accesses; the end of the edge is loaded where it begins on the level.
#include "bfs_given.cuh"
#include <cuda_runtime.h>

__global__ void edge_kernel(bfs_graph coo, int32_t *level, int32_t *new_vertex_visited, int32_t current) {
  unsigned edge = blockIdx.x * blockDim.x + threadIdx.x;
  if (edge < coo.m) {
    unsigned vertex = coo.from[edge];
    if (look(&level[vertex]) == current - 1) {
      unsigned neighbor = coo.to[edge];
      if (look(&level[neighbor]) == UNREACHED) {
        put(&level[neighbor], current);
        put(new_vertex_visited, 1);
      }
    }
  }
}

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  int32_t *flag = &p.state->found, visited = g->m > 0;
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  for (int32_t current = 1; error == cudaSuccess && visited; current++) {
    cudaMemsetAsync(flag, 0, sizeof *flag);
    edge_kernel<<<(unsigned)((g->m + 511) / 512), 512>>>(*g, level, flag, current);
    error = bfs_ask(&visited, flag);
  }
  return error;
}
