// Lab 08, stage 12: direction optimising.

// On a large level, nearly all edges of the frontier lead to reached vertices. Then it is cheaper to search
// from the other side: each unreached vertex looks for *one* neighbour in the frontier, and stops when it has
// found one. Bytes fall, because most edges are never visited.
//
// The rule (Beamer, Asanovic, Patterson, Direction-Optimizing Breadth-First Search, 2012): change from down
// to up when the frontier grows and has more than 1 / ALPHA of the edges of all unreached vertices. Change
// from up to down when it shrinks and has fewer than n / BETA vertices.
enum { ALPHA = 14, BETA = 24 };

// Writes the queue's frontier as bits; front is zero before.
__global__ void bfs_12_bits_kernel(const uint32_t *queue, int64_t begin, int64_t end, uint32_t *front) {
  int64_t i = begin + bfs_thread();
  if (i >= end) return;
  uint32_t v = queue[i];
  atomicOr(&front[v / 32], 1u << v % 32);
}

// One thread a vertex. No other thread writes its level or its parent, so it needs no claim. The 32
// results of a warp are a word of the next frontier. The vertices found are also appended to the queue, so
// that the next level may go either way. One atomic a block adds vertices (lower half) and their edges
// (upper half) to the tail.
__global__ void bfs_12_bottom_up_kernel(bfs_graph g, int32_t depth, const uint32_t *front, uint32_t *next,
                                        uint32_t *queue, unsigned long long *tail, int32_t *level,
                                        int32_t *parent) {
  __shared__ uint32_t s_base;
  int64_t v = bfs_thread();
  bool found = false;
  uint32_t degree = 0;
  if (v < g.n && level[v] == UNREACHED) {
    uint32_t first = g.row[v], last = g.row[v + 1];
    for (uint32_t e = first; e < last && !found; e++) {
      uint32_t u = g.to[e];
      if (!(front[u / 32] >> u % 32 & 1)) continue;
      level[v] = depth + 1;
      parent[v] = (int32_t)u;
      found = true;
      degree = last - first;
    }
  }
  uint32_t word = __ballot_sync(0xffffffff, found);
  if (v < g.n && threadIdx.x % BFS_WARP == 0) next[v / 32] = word;

  uint32_t count, edges;
  uint32_t place = bfs_sum_before(found, &count);
  if (count == 0) return; // all threads return, or none
  bfs_sum_before(degree, &edges);
  if (threadIdx.x == 0) s_base = (uint32_t)atomicAdd(tail, (unsigned long long)edges << 32 | count);
  __syncthreads();
  if (found) queue[s_base + place] = (uint32_t)v;
}

// Downwards, blocks should have the same number of edges. A block gets as many vertices as have one round of
// edges on average. So a few vertices with thousands of edges each do not all belong to one block.
static int bfs_12_per_block(int64_t size, int64_t edges) {
  int64_t vertices = BFS_BLOCK;
  if (edges > 0) vertices = ROUND * size / edges;
  if (vertices > BFS_BLOCK) vertices = BFS_BLOCK;
  return vertices < 1 ? 1 : (int)vertices;
}

static int bfs_12_search(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                         int32_t *parent, bool may_go_up) {
  bfs_pieces p = bfs_cut(scratch, g->n);
  unsigned long long tail = 0;
  int64_t begin = 0, end = 1, edges_before = 0, last_size = 0;
  bool up = false;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  if (error == cudaSuccess) error = bfs_ask(&tail, &p.state->tail);

  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    int64_t size = end - begin, edges = (int64_t)(tail >> 32), own = edges - edges_before;
    bool was_up = up;
    if (up)
      up = size >= last_size || size >= g->n / BETA;
    else
      up = may_go_up && size > last_size && own > (g->m - edges) / ALPHA;
    if (up && !was_up) {
      cudaMemsetAsync(p.front, 0, (g->n / 32 + 1) * sizeof *p.front);
      bfs_12_bits_kernel<<<bfs_blocks(size), BFS_BLOCK>>>(p.queue, begin, end, p.front);
    }
    if (up) {
      bfs_12_bottom_up_kernel<<<bfs_blocks(g->n), BFS_BLOCK>>>(*g, depth, p.front, p.next, p.queue,
                                                               &p.state->tail, level, parent);
      uint32_t *front = p.front;
      p.front = p.next;
      p.next = front;
    } else {
      int per_block = bfs_12_per_block(size, own);
      unsigned blocks = (unsigned)((size + per_block - 1) / per_block);
      bfs_11_expand_kernel<true>
          <<<blocks, BFS_BLOCK>>>(*g, depth, begin, end, per_block, p.queue, &p.state->tail, level, parent);
    }
    edges_before = edges;
    last_size = size;
    error = bfs_ask(&tail, &p.state->tail);
    begin = end;
    end = (uint32_t)tail;
  }
  return error;
}
