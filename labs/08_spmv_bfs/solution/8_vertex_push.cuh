// Lab 08, stage 8: vertex push.

// One thread a vertex, one launch a level. A thread whose vertex is on the level `depth` visits the
// neighbours of this vertex. It puts unreached neighbours on the next level. Lanes with short edge lists wait
// for long ones: active lanes are few.
//
// Several threads may reach u at the same time. They store the same number, so their order does not matter.
// But other threads load level[u] meanwhile, so loads and stores are relaxed ones (look, put). A load gets -1
// or depth + 1. Neither is `depth`, so no vertex begins too early.
__global__ void bfs_8_vertex_push_kernel(bfs_graph g, int32_t depth, int32_t *level, int32_t *found) {
  int64_t v = bfs_thread();
  if (v >= g.n || look(&level[v]) != depth) return;

  bool any = false;
  uint32_t end = g.row[v + 1];
  for (uint32_t e = g.row[v]; e < end; e++) {
    uint32_t u = g.to[e];
    if (look(&level[u]) != UNREACHED) continue;
    put(&level[u], depth + 1);
    any = true;
  }
  if (any) put(found, depth + 1);
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  int32_t found = 0;
  for (int32_t depth = 0; error == cudaSuccess && found == depth; depth++) {
    bfs_8_vertex_push_kernel<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, level, &p.state->found);
    error = bfs_ask(&found, &p.state->found);
  }
  return error;
}
