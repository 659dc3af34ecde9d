// Lab 08, stage 10: a queue.

// True for exactly one of the threads that reach u: its atomic finds u unreached. The load before it
// saves most atomics.
static __device__ bool bfs_claim(int32_t *level, uint32_t u, int32_t depth) {
  return look(&level[u]) == UNREACHED && atomicCAS(&level[u], UNREACHED, depth + 1) == UNREACHED;
}

// Only the vertices of the frontier have threads. One queue holds all vertices found so far, in the order of
// their levels. The frontier is queue[begin] to queue[end - 1], and new vertices are appended. Every vertex
// is claimed once, so n words are enough. The counters: bytes no longer grow with the number of levels; there
// are one or two atomics for each vertex found.
__global__ void bfs_10_frontier_kernel(bfs_graph g, int32_t depth, int64_t begin, int64_t end,
                                       uint32_t *queue, uint32_t *tail, int32_t *level) {
  int64_t i = begin + bfs_thread();
  if (i >= end) return;
  uint32_t v = queue[i], last = g.row[v + 1];
  for (uint32_t e = g.row[v]; e < last; e++) {
    uint32_t u = g.to[e];
    if (bfs_claim(level, u, depth)) queue[atomicAdd(tail, 1)] = u;
  }
}

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  uint32_t *tail = (uint32_t *)&p.state->tail, begin = 0, end = 1; // the lower half of the word
  cudaError_t error = bfs_start(*g, source, p, level, NULL);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    bfs_10_frontier_kernel<<<bfs_blocks(end - begin), BFS_BLOCK>>>(*g, depth, begin, end, p.queue, tail,
                                                                   level);
    begin = end;
    error = bfs_ask(&end, tail);
  }
  return error;
}
