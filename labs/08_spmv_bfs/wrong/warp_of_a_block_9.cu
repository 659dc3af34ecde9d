// expect: inefficient 9_edge_centric idle_thread_share on emu
// fault: one warp of each block of 256 threads has edges, and seven return.
#include "bfs_given.cuh"
#include "spmv_bfs.h"

static __global__ void ask_edges(bfs_graph g, int32_t *level, int *found, int depth) {
  if (threadIdx.x >= 32) return; // fault
  int64_t e = (int64_t)blockIdx.x * 32 + threadIdx.x;
  if (e >= g.m || look(&level[g.from[e]]) != depth) return;
  uint32_t u = g.to[e];
  if (look(&level[u]) != UNREACHED) return;
  put(&level[u], depth + 1);
  put(found, depth + 1);
}

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int found = 0;
  for (int depth = 0; error == cudaSuccess && found == depth; depth++) {
    if (g->m > 0) ask_edges<<<(unsigned)((g->m + 31) / 32), 256>>>(*g, level, &p.state->found, depth);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
