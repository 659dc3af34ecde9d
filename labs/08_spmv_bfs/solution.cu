// Lab 08, reference: breadth-first search in five ways. Read it from top to bottom.
#include "bfs_given.cuh"
#include "spmv_bfs.h"

// ---- 8: vertex push --------------------------------------------------------------------------------------

// One thread a vertex, one launch a level. Who is on the level `depth` looks at the vertices that its edges lead to, and
// puts those that nobody has reached on the next level.
//
// Several threads may reach u at the same time. They store the same number, so it does not matter which is the last;
// but threads load level[u] meanwhile, so loads and stores are relaxed ones (look, put). A load gets -1 or depth + 1:
// neither is `depth`, so no vertex begins too early.
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

// ---- 9: edge centric -------------------------------------------------------------------------------------

// One thread an edge. A vertex with a million edges has a million threads, one with a single edge has one: lanes have the
// same to do, and neighbours load neighbouring words of `from` and `to`. What moves: active lanes up; bytes up as well,
// because every edge is looked at on every level.
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

// ---- 10: a queue -----------------------------------------------------------------------------------------

// True for exactly one of all the threads that reach u: the one whose atomic finds it unreached. The load before it
// spares most of the atomics.
static __device__ bool bfs_claim(int32_t *level, uint32_t u, int32_t depth) {
  return look(&level[u]) == UNREACHED && atomicCAS(&level[u], UNREACHED, depth + 1) == UNREACHED;
}

// Only the frontier has threads. All vertices ever found stand in one queue, in the order of their levels: the frontier
// is queue[begin] to queue[end - 1], and what is found is appended. Every vertex is claimed once, so n words are
// enough. What moves: bytes no longer depend on the number of levels; atomics, one or two for each vertex found.
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

// ---- 11: a queue for each block --------------------------------------------------------------------------

enum {
  EACH = 8,
  ROUND = EACH * BFS_BLOCK
}; // edges that a thread, a block looks at between two visits to the global queue

// The last i with before[i] <= k. (Vertices without edges share their place with the next one, which is the last.)
static __device__ int bfs_owner(const uint32_t *before, uint32_t k) {
  int i = 0;
  for (int step = BFS_BLOCK / 2; step > 0; step /= 2)
    if (before[i + step] <= k) i += step;
  return i;
}

// A block takes per_block <= 256 vertices of the frontier and lays their edges in one row, 0 to total - 1: a scan of the degrees says
// where each vertex's begin. Then all its threads look at the edges side by side, whoever they belong to; a search tells
// the owner. What they find goes into a queue in shared memory. It has room for every edge of a round, so it cannot
// overflow; after the round one atomic makes room for all of it in the global queue, and neighbours store neighbours.
// What moves: global atomics, from two for each vertex found to one; active lanes up.
//
// A thread loads where its eight edges lead to, then the eight levels there, then it claims: loads that do not wait for each
// other are under way together.
//
// EDGES: the edges of what was found are added up too, in the upper half of the tail. (Stage 12 wants to know.)
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

// ---- 12: direction optimising ----------------------------------------------------------------------------

// When most vertices are reached or about to be, nearly all edges of the frontier lead to where somebody has been. Then it
// is cheaper to ask from the other side: an unreached vertex looks for *one* neighbour in the frontier, and stops as soon
// as it has found it.
//
// The rule (Beamer, Asanovic, Patterson, Direction-Optimizing Breadth-First Search, 2012): down to up when the
// frontier grows and its edges are more than 1 / ALPHA of those of all unreached vertices; up to down when it shrinks and
// has fewer than n / BETA vertices.
enum { ALPHA = 14, BETA = 24 };

// The queue's frontier as bits; front is zero.
__global__ void bfs_12_bits_kernel(const uint32_t *queue, int64_t begin, int64_t end, uint32_t *front) {
  int64_t i = begin + bfs_thread();
  if (i >= end) return;
  uint32_t v = queue[i];
  atomicOr(&front[v / 32], 1u << v % 32);
}

// One thread a vertex, and nobody else writes its level or its parent: no claims. A warp's 32 answers are a word of the
// next frontier. What is found is appended to the queue as well, so that both kinds of step leave the same behind; one
// atomic a block adds vertices (lower half) and their edges (upper half) to the tail.
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
  if (count == 0) return; // all threads or none
  bfs_sum_before(degree, &edges);
  if (threadIdx.x == 0) s_base = (uint32_t)atomicAdd(tail, (unsigned long long)edges << 32 | count);
  __syncthreads();
  if (found) queue[s_base + place] = (uint32_t)v;
}

// Down, blocks should have the same number of edges: as many vertices as have a round of them on average, so that a few
// vertices with thousands of edges each do not come to one block.
static int bfs_12_per_block(int64_t size, int64_t edges) {
  int64_t vertices = edges > 0 ? ROUND * size / edges : BFS_BLOCK;
  return vertices < 1 ? 1 : vertices < BFS_BLOCK ? (int)vertices : (int)BFS_BLOCK;
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

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  return bfs_12_search(g, source, scratch, level, parent, true);
}
