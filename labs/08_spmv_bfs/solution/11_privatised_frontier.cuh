// Lab 08, stage 11: a queue for each block.

// The edges that a thread and a block visit between two additions to the global queue.
enum { EACH = 8, ROUND = EACH * BFS_BLOCK };

// The last i with before[i] <= k. (A vertex without edges has the same place as the next vertex. The search
// finds the last of them.)
static __device__ int bfs_owner(const uint32_t *before, uint32_t k) {
  int i = 0;
  for (int step = BFS_BLOCK / 2; step > 0; step /= 2)
    if (before[i + step] <= k) i += step;
  return i;
}

// A block takes per_block <= 256 vertices of the frontier. It lays their edges in one row, 0 to total - 1: a
// scan of the degrees gives the begin of each vertex's edges. Then all threads visit the edges side by side,
// and a search finds the vertex of an edge. The vertices found go to a queue in shared memory. It has room
// for every edge of a round, so it cannot overflow. After the round one atomic reserves places for all of
// them in the global queue, and neighbouring threads store neighbouring words. The counters: global atomics
// fall from two for each vertex found to one; active lanes rise.
//
// A thread first loads the ends of its eight edges, then their eight levels, then it claims. Independent
// loads are in flight together.
//
// EDGES: the upper half of the tail also counts the edges of the vertices found. (Stage 12 needs the number.)
template <bool EDGES>
__global__ void bfs_11_expand_kernel(bfs_graph g, int32_t depth, int64_t begin, int64_t end, int per_block,
                                     uint32_t *queue, unsigned long long *tail, int32_t *level,
                                     int32_t *parent) {
  __shared__ uint32_t s_vertex[BFS_BLOCK], s_edge[BFS_BLOCK], s_before[BFS_BLOCK];
  __shared__ uint32_t s_found[ROUND], s_count, s_base;
  int t = threadIdx.x;
  int64_t i = begin + (int64_t)blockIdx.x * per_block + t;
  uint32_t v = 0, first = 0, degree = 0, total, edges = 0;
  if (t < per_block && i < end) {
    v = queue[i];
    first = g.row[v];
    degree = g.row[v + 1] - first;
  }
  uint32_t before = bfs_sum_before(degree, &total);
  s_vertex[t] = v;
  s_edge[t] = first - before; // so that the block's k-th edge is g.to[s_edge + k]
  s_before[t] = before;
  if (t == 0) s_count = 0;

  for (uint32_t round = 0; round < total; round += ROUND) {
    __syncthreads();
    uint32_t from[EACH], u[EACH];
    int32_t seen[EACH];
#pragma unroll
    for (int j = 0; j < EACH; j++) {
      uint32_t k = round + j * BFS_BLOCK + t;
      int owner = bfs_owner(s_before, k);
      from[j] = s_vertex[owner];
      u[j] = k < total ? g.to[s_edge[owner] + k] : 0;
    }
#pragma unroll
    for (int j = 0; j < EACH; j++) seen[j] = round + j * BFS_BLOCK + t < total ? look(&level[u[j]]) : 0;
#pragma unroll
    for (int j = 0; j < EACH; j++) {
      if (seen[j] != UNREACHED || atomicCAS(&level[u[j]], UNREACHED, depth + 1) != UNREACHED) continue;
      parent[u[j]] = (int32_t)from[j];
      s_found[atomicAdd(&s_count, 1)] = u[j];
    }
    __syncthreads();
    uint32_t count = s_count;
    if (t == 0 && count > 0) s_base = (uint32_t)atomicAdd(tail, (unsigned long long)count);
    __syncthreads();
    if (t == 0) s_count = 0;
    for (uint32_t k = t; k < count; k += BFS_BLOCK) {
      uint32_t u = s_found[k];
      queue[s_base + k] = u;
      if (EDGES) edges += g.row[u + 1] - g.row[u];
    }
  }
  if (EDGES) {
    bfs_sum_before(edges, &total);
    if (t == 0 && total > 0) atomicAdd(tail, (unsigned long long)total << 32);
  }
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  unsigned long long tail = 1;
  uint32_t begin = 0, end = 1;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    bfs_11_expand_kernel<false><<<bfs_blocks(end - begin), BFS_BLOCK>>>(
        *g, depth, begin, end, BFS_BLOCK, p.queue, &p.state->tail, level, parent);
    error = bfs_ask(&tail, &p.state->tail);
    begin = end;
    end = (uint32_t)tail;
  }
  return error;
}
