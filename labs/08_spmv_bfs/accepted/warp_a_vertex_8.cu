// expect: pass 8_vertex_push
// form: a warp a vertex: its lanes go through the edges side by side.
#include "bfs_given.cuh"
#include <cuda_runtime.h>

__global__ void warp_push_kernel(bfs_graph g, int32_t depth, int32_t *level, int32_t *found) {
  int64_t v = bfs_thread() / BFS_WARP;
  int lane = threadIdx.x % BFS_WARP;
  bool any = false;
  int32_t own = 0;
  if (v < g.n && lane == 0) own = look(&level[v]);
  own = __shfl_sync(0xffffffffu, own, 0);
  if (v >= g.n || own != depth) return; // the whole warp
  for (uint32_t e = g.row[v] + lane, end = g.row[v + 1]; e < end; e += BFS_WARP) {
    uint32_t u = g.to[e];
    if (look(&level[u]) != UNREACHED) continue;
    put(&level[u], depth + 1);
    any = true;
  }
  if (__any_sync(0xffffffffu, any) && lane == 0) put(found, depth + 1);
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int32_t found = 0;
  for (int32_t depth = 0; error == cudaSuccess && found == depth; depth++) {
    warp_push_kernel<<<bfs_blocks(g->n * BFS_WARP), BFS_BLOCK>>>(*g, depth, level, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
