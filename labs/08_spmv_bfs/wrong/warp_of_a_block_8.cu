// expect: inefficient 8_vertex_push idle_thread_share on emu
// fault: one warp of each block of 256 threads has vertices, and seven return.
#include "bfs_given.cuh"
#include "spmv_bfs.h"

static __global__ void push(bfs_graph g, int32_t *level, int *found, int depth) {
  if (threadIdx.x >= 32) return; // fault
  int64_t v = (int64_t)blockIdx.x * 32 + threadIdx.x;
  if (v >= g.n || look(&level[v]) != depth) return;
  for (uint32_t e = g.row[v]; e < g.row[v + 1]; e++) {
    uint32_t u = g.to[e];
    if (look(&level[u]) != UNREACHED) continue;
    put(&level[u], depth + 1);
    put(found, depth + 1);
  }
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int found = 0;
  for (int depth = 0; error == cudaSuccess && found == depth; depth++) {
    push<<<(unsigned)((g->n + 31) / 32), 256>>>(*g, level, &p.state->found, depth);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
