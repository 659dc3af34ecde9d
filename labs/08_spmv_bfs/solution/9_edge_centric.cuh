// Lab 08, stage 9: edge centric.

// One thread an edge. A vertex with a million edges has a million threads, a vertex with one edge has one. So
// all lanes have the same work, and neighbouring lanes load neighbouring words of `from` and `to`. The
// counters: active lanes rise; bytes rise as well, because every level visits every edge.
__global__ void bfs_9_edge_centric_kernel(bfs_graph g, int32_t depth, int32_t *level, int32_t *found) {
  int64_t e = bfs_thread();
  if (e >= g.m || look(&level[g.from[e]]) != depth) return;
  uint32_t u = g.to[e];
  if (look(&level[u]) != UNREACHED) return;
  put(&level[u], depth + 1);
  put(found, depth + 1);
}

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int32_t found = 0;
  for (int32_t depth = 0; error == cudaSuccess && found == depth && g->m > 0; depth++) {
    bfs_9_edge_centric_kernel<<<bfs_blocks(g->m), BFS_BLOCK>>>(*g, depth, level, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
