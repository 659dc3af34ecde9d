// expect: pass 8_vertex_push
// form: PMPP, 4th edition, section 15.3, with relaxed accesses to the words that several threads use.
#include "bfs_given.cuh"
#include <cuda_runtime.h>

__global__ void push_kernel(bfs_graph csr, int32_t *level, int32_t *new_vertex_visited, int32_t current) {
  unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex < csr.n) {
    if (look(&level[vertex]) == current - 1) {
      for (unsigned edge = csr.row[vertex]; edge < csr.row[vertex + 1]; ++edge) {
        unsigned neighbor = csr.to[edge];
        if (look(&level[neighbor]) == UNREACHED) {
          put(&level[neighbor], current);
          put(new_vertex_visited, 1);
        }
      }
    }
  }
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  int32_t *flag = &p.state->found, visited = 1;
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  for (int32_t current = 1; error == cudaSuccess && visited; current++) {
    cudaMemsetAsync(flag, 0, sizeof *flag);
    push_kernel<<<(unsigned)((g->n + 127) / 128), 128>>>(*g, level, flag, current);
    error = bfs_ask(&visited, flag);
  }
  return error;
}
