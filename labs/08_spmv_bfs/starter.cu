// Lab 08: breadth-first search in five ways. README.md is the handout.
//
// Do the stages in order. In each, write the gaps, remove the line `return PMPP_TODO;` below them, and run
//     build/bin/lab08 --task 8_vertex_push
// Given: bfs_given.cuh (the start, a scan of a block, relaxed accesses) and everything outside the gaps.
#include "bfs_given.cuh"
#include "spmv_bfs.h"

// ---- 8: vertex push --------------------------------------------------------------------------------------

// One level: vertices of the level `depth` reach those that nobody has reached.
__global__ void bfs_8_vertex_push_kernel(bfs_graph g, int32_t depth, int32_t *level, int32_t *found) {
  int64_t v = bfs_thread();
  // TODO (about 9 lines).
  // A thread whose v is no vertex (v >= g.n) or is not on the level has nothing to do. The others go through their
  // edges, g.row[v] to g.row[v + 1] - 1: g.to[e] is a neighbour; if its level is UNREACHED, it becomes depth + 1.
  // Who found something stores depth + 1 in *found: the host wants to know whether there is another level.
  // Other threads store levels meanwhile: load them with look(&level[..]), and store with put(&level[..], ..).
}

int bfs_8_vertex_push(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return PMPP_TODO; // remove this line once the kernel is written
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

__global__ void bfs_9_edge_centric_kernel(bfs_graph g, int32_t depth, int32_t *level, int32_t *found) {
  int64_t e = bfs_thread();
  // TODO (about 5 lines).
  // Thread e has one edge, from g.from[e] to g.to[e]. Load where it leads to only if it begins on the level.
}

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  // TODO (about 8 lines).
  // As in stage 8, with a thread for each of the g->m edges. A grid of 0 blocks is refused: mind a graph without edges.
  return PMPP_TODO;
}

// ---- 10: a queue -----------------------------------------------------------------------------------------

// True for exactly one of all the threads that reach u; u's level is depth + 1 then.
static __device__ bool bfs_claim(int32_t *level, uint32_t u, int32_t depth) {
  // TODO (about 1 line).
  // atomicCAS(p, old, now) stores now in *p if it was old, and returns what was there before. Which of the threads sees
  // UNREACHED come back? Most are spared the atomic if they look first.
  return false;
}

// The frontier is queue[begin] .. queue[end - 1]; what is found is appended, and *tail moves on.
__global__ void bfs_10_frontier_kernel(bfs_graph g, int32_t depth, int64_t begin, int64_t end,
                                       uint32_t *queue, uint32_t *tail, int32_t *level) {
  int64_t i = begin + bfs_thread();
  // TODO (about 6 lines).
  // Thread i has the vertex queue[i], if i < end. Each neighbour that it claims it appends: atomicAdd(tail, 1) returns
  // a place that nobody else gets.
}

int bfs_10_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  return PMPP_TODO; // remove this line once the kernel is written
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

// The last i with before[i] <= k; before has BFS_BLOCK elements, before[0] is 0, and none is smaller than the one before it.
static __device__ int bfs_owner(const uint32_t *before, uint32_t k) {
  // TODO (about 4 lines).
  // A binary search. BFS_BLOCK is a power of 2: i = 0; for step = BFS_BLOCK / 2, .., 2, 1, go on to i + step if
  // before[i + step] <= k still holds.
  return 0;
}

// EDGES: the edges of what was found are added up too, in the upper half of the tail. (Stage 12 wants to know.)
template <bool EDGES>
__global__ void bfs_11_expand_kernel(bfs_graph g, int32_t depth, int64_t begin, int64_t end, int per_block,
                                     uint32_t *queue, unsigned long long *tail, int32_t *level,
                                     int32_t *parent) {
  __shared__ uint32_t s_vertex[BFS_BLOCK], s_edge[BFS_BLOCK], s_before[BFS_BLOCK];
  __shared__ uint32_t s_found[ROUND], s_count, s_base;
  int t = threadIdx.x;
  int64_t i = begin + (int64_t)blockIdx.x * per_block + t;
  uint32_t total = 0, edges = 0;

  // TODO (about 12 lines). The block's edges in one row.
  // Thread t < per_block has the vertex queue[i] (none, and degree 0, where i >= end). bfs_sum_before(degree, &total) says how many
  // edges the threads before have; all threads must call it. Keep in shared memory: the vertex; `before`; and
  // g.row[vertex] - before, so that the block's k-th edge is g.to[s_edge + k]. s_count begins with 0.

  for (uint32_t round = 0; round < total; round += ROUND) {
    __syncthreads();
    // TODO (about 7 lines). Edges round + t, round + t + BFS_BLOCK, ..., below total and round + ROUND.
    // bfs_owner says whose edge it is. Claim where it leads to; whoever succeeds stores the parent, and appends to
    // s_found: atomicAdd(&s_count, 1) is a place there. (On a GPU it is faster to load all EACH neighbours first, then
    // their levels, and then to claim: the loads do not wait for each other.)

    // TODO (about 9 lines). From s_found to the queue.
    // When all are done (barrier), one thread moves the tail on by s_count, and tells the others through s_base where
    // their place begins (barrier). Neighbouring threads copy neighbouring words. Then s_count is 0 again: mind who may
    // still be reading it. In stage 12, if (EDGES): add the degrees of what you copy to `edges`.
  }
  if (EDGES) {
    bfs_sum_before(edges, &total);
    if (t == 0 && total > 0) atomicAdd(tail, (unsigned long long)total << 32);
  }
}

int bfs_11_privatised_frontier(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                               int32_t *parent) {
  return PMPP_TODO; // remove this line once the kernel is written
  bfs_pieces p = bfs_cut(scratch, g->n);
  unsigned long long tail = 1;
  uint32_t begin = 0, end = 1;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    bfs_11_expand_kernel<false><<<bfs_blocks(end - begin), BFS_BLOCK>>>(
        *g, depth, begin, end, BFS_BLOCK, p.queue, &p.state->tail, level, parent);
    error = bfs_ask(&tail, &p.state->tail);
    begin = end;
    end = (uint32_t)tail; // the lower half
  }
  return error;
}

// ---- 12: direction optimising ----------------------------------------------------------------------------

enum { ALPHA = 14, BETA = 24 };

// The frontier as bits: bit v % 32 of front[v / 32] for every v in the queue; front is zero before.
__global__ void bfs_12_bits_kernel(const uint32_t *queue, int64_t begin, int64_t end, uint32_t *front) {
  int64_t i = begin + bfs_thread();
  // TODO (about 3 lines). Several vertices share a word: atomicOr.
}

// One level upwards: each unreached vertex looks for one neighbour in the frontier.
__global__ void bfs_12_bottom_up_kernel(bfs_graph g, int32_t depth, const uint32_t *front, uint32_t *next,
                                        uint32_t *queue, unsigned long long *tail, int32_t *level,
                                        int32_t *parent) {
  __shared__ uint32_t s_base;
  int64_t v = bfs_thread();
  bool found = false;
  uint32_t degree = 0;

  // TODO (about 12 lines).
  // If v is an unreached vertex: go through its edges up to the first whose end has its bit in front. Then it has a level
  // and a parent; found becomes true, degree the number of v's edges. Nobody else stores v's level: no claim.

  uint32_t word = __ballot_sync(0xffffffff, found); // bit l is lane l's answer; all 32 lanes must come here
  if (v < g.n && threadIdx.x % BFS_WARP == 0) next[v / 32] = word;

  // TODO (about 6 lines).
  // Append v to the queue where found: bfs_sum_before(found, &count) is its place among the block's, and one thread makes
  // room for all. The tail's upper half gets the sum of the degrees: edges << 32 | count in one atomicAdd.
}

// Down, blocks should have the same number of edges: as many vertices as have a round of them on average, so that a few
// vertices with thousands of edges each do not come to one block.
static int bfs_12_per_block(int64_t size, int64_t edges) {
  int64_t vertices = edges > 0 ? ROUND * size / edges : BFS_BLOCK;
  return vertices < 1 ? 1 : vertices < BFS_BLOCK ? (int)vertices : (int)BFS_BLOCK;
}

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  return PMPP_TODO; // remove this line once the stage is written
  bfs_pieces p = bfs_cut(scratch, g->n);
  unsigned long long tail = 0;
  int64_t begin = 0, end = 1, edges_before = 0, last_size = 0;
  bool up = false;
  cudaError_t error = bfs_start(*g, source, p, level, parent);
  if (error == cudaSuccess) error = bfs_ask(&tail, &p.state->tail); // its upper half: the source's edges

  for (int32_t depth = 0; error == cudaSuccess && begin < end; depth++) {
    int64_t size = end - begin, edges = (int64_t)(tail >> 32); // edges of all that are reached
    bool was_up = up;
    // TODO (about 4 lines). The rule.
    // Down to up: the frontier is larger than the last one, and its own edges, edges - edges_before, are more than
    // 1 / ALPHA of those of the unreached vertices. Up to down: it is smaller than the last one, and than n / BETA.
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
      int per_block = bfs_12_per_block(size, edges - edges_before);
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
