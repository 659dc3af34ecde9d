// Lab 08: a sparse matrix times a vector in seven ways, then breadth-first search in five. README.md
// and BFS.md are the handout.
//
// Do the stages in order. In each, write the gaps, remove the line `return PMPP_TODO;` below them, and run
//     build/bin/lab08 --task 1_coo_atomic
// spmv_given.cuh and bfs_given.cuh give you block sizes and numbers of threads. For BFS they also give you
// the start, a scan of a block, and relaxed accesses. Everything outside the gaps is given as well.
#include "bfs_given.cuh"
#include "spmv_bfs.h"
#include "spmv_given.cuh"

// ---- 1: coordinates, atomics -----------------------------------------------------------------------------

__global__ void spmv_1_coo_atomic_kernel(spmv_coo a, const float *x, float *y) {
  int64_t k = spmv_thread();
  // TODO (1 line).
  // Thread k has nonzero k, where k is below the number of nonzeros. It adds value[k] times the x of its
  // column to the y of its row. Other threads add to the same y: use atomicAdd.
}

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  return PMPP_TODO; // remove this line once the kernel is written
  cudaError_t error = cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (error) return error;
  if (a->nonzeros > 0) spmv_1_coo_atomic_kernel<<<spmv_blocks(a->nonzeros), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 2: a thread a row -----------------------------------------------------------------------------------

__global__ void spmv_2_csr_scalar_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread();
  // TODO (about 5 lines).
  // Row `row`, where it exists, has the nonzeros offset[row] .. offset[row + 1] - 1; there may be none. Add
  // up its products in a register, and store y[row] once.
}

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (a->rows > 0) spmv_2_csr_scalar_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 3: a warp a row -------------------------------------------------------------------------------------

__global__ void spmv_3_csr_vector_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread() / SPMV_WARP;
  int lane = threadIdx.x % SPMV_WARP;
  // TODO (about 6 lines).
  // Lane l takes the row's nonzeros l, l + 32, l + 64, ... Then all 32 lanes add up their sums with
  // __shfl_down_sync(SPMV_ALL_LANES, ...), distances 16, 8, 4, 2, 1. Lanes without nonzeros take part, too.
  // Lane 0 stores.
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (a->rows > 0) spmv_3_csr_vector_kernel<<<spmv_blocks(a->rows * SPMV_WARP), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 4: ELLPACK ------------------------------------------------------------------------------------------

__global__ void spmv_4_ell_kernel(spmv_ell a, const float *x, float *y) {
  int64_t row = spmv_thread();
  // TODO (about 8 lines).
  // A thread a row. Place j of the row is element j * rows + row of column and value. (Compute it in 64 bits:
  // there may be more than 2^31 places.) Column -1 is padding: ignore it, and the rest of the row.
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (a->rows > 0) spmv_4_ell_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 5: jagged diagonals ---------------------------------------------------------------------------------

__global__ void spmv_5_jds_kernel(spmv_jds a, const float *x, float *y) {
  int64_t i = spmv_thread();
  // TODO (about 9 lines).
  // Thread i has the i-th longest row. Diagonal j has start[j + 1] - start[j] elements, one for each of the
  // longest rows. Its i-th element is the j-th nonzero of this thread's row. Where a diagonal has no i-th
  // element, the row has ended. Which y does the sum belong to?
}

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  return PMPP_TODO; // remove this line once the kernel is written
  if (a->rows > 0) spmv_5_jds_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 6: ELLPACK and coordinates --------------------------------------------------------------------------

int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  // TODO (about 3 lines).
  // a->ell is a matrix for stage 4's kernel. a->rest is a matrix of the same rows for stage 1's kernel.
  // Launch each kernel where it has work. In which order are their stores and additions to y right?
  return PMPP_TODO;
}

// ---- 7: merge path ---------------------------------------------------------------------------------------

// Merge the ends of the rows and the nonzeros into one list of rows + nonzeros steps: the end of row r comes
// after nonzero offset[r + 1] - 1. A block has a tile of TILE steps, and a thread has a share of ITEMS steps.
// The plan finds the begins of the tiles once for a matrix.
enum { ITEMS = 7, TILE = SPMV_BLOCK * ITEMS, SPMV_WARPS = SPMV_BLOCK / SPMV_WARP };

// How many of the first `step` steps are row ends? end[r] is the end of row r, and the result lies
// in low .. high.
template <typename I> static __device__ I rows_before(const int *end, I low, I high, I step) {
  // TODO (about 7 lines).
  // Before the end of row r there are r row ends and end[r] nonzeros: it is step r + end[r]. Halve
  // low .. high until you have the first r whose end is not among the first `step` steps.
  return low;
}

// first_row[b] becomes the row in which tile b begins, for b = 0 .. tiles.
__global__ void spmv_7_csr_merge_search_kernel(spmv_csr a, int64_t tiles, int *first_row) {
  int64_t b = spmv_thread(), all = a.rows + a.nonzeros;
  // TODO (about 3 lines).
  // Tile b begins at step b * TILE. first_row[tiles] is the row at step `all`, where the last tile ends. Of
  // `step` steps at most `nonzeros` are nonzeros, and at most `rows` are row ends: this gives low and high.
}

// carry[b] becomes tile b's left-over: its sum of the row that it does not end. This is row first_row[b + 1].
__global__ void __launch_bounds__(SPMV_BLOCK)
    spmv_7_csr_merge_kernel(spmv_csr a, const float *x, const int *first_row, float *carry, float *y) {
  __shared__ int words[2 * TILE + 1]; // product, end, sum: each as long as this tile needs
  __shared__ float warp_left[SPMV_WARPS];
  __shared__ bool warp_ends[SPMV_WARPS];
  int t = threadIdx.x, lane = t % SPMV_WARP, warp = t / SPMV_WARP;
  int64_t step = (int64_t)blockIdx.x * TILE, all = a.rows + a.nonzeros;
  int steps = all - step < TILE ? (int)(all - step) : TILE;
  int64_t row0 = first_row[blockIdx.x], nonzero0 = step - row0;
  int rows = first_row[blockIdx.x + 1] - (int)row0, nonzeros = steps - rows;
  float *product = (float *)words;
  int *end = words + nonzeros;
  float *sum = (float *)(end + rows + 1);

  // TODO (about 45 lines), in five parts:
  // - Stage: store product[i] of the tile's nonzeros and end[i] of its rows (counted from nonzero0);
  //   neighbouring threads store neighbouring words. end[rows] belongs to the row that continues after the
  //   tile: make it larger than any nonzero.
  // - Share: thread t has steps t * ITEMS, ... of the tile, as far as they exist. rows_before in `end` gives
  //   the row in which the share begins. Then walk: where the next nonzero is before the row's end, add its
  //   product to `left`. Otherwise the row ends: sum[row] = left, and left becomes 0.
  // - Left-overs, in the warp: `left` belongs to a row that a later thread ends. Scan with __shfl_up_sync,
  //   but add nothing from before the last lane that has ended a row. (A ballot shows these lanes.)
  // - Left-overs, across warps, through warp_left and warp_ends. Then the first row that a thread has ended
  //   gets the left-overs of the threads before it. The last thread's left-over is carry[blockIdx.x].
  // - Store y of the rows; neighbouring threads store neighbouring words.
}

// Adds the tiles' left-overs to y.
__global__ void spmv_7_csr_merge_carry_kernel(int64_t rows, int64_t tiles, const int *first_row,
                                              const float *carry, float *y) {
  int64_t b = spmv_thread();
  // TODO (about 3 lines).
  // carry[b] belongs to row first_row[b + 1]; after the last row there is no row. Several tiles may have the
  // same row: use atomicAdd. (For a dense row it is faster if a warp first adds up neighbours of the same
  // row: 12 lines.)
}

static int64_t spmv_tiles(const struct spmv_csr *a) {
  return (a->rows + a->nonzeros + TILE - 1) / TILE;
}

// Called once for a matrix, before the products. Here a->value is NULL: each product may have other values.
int spmv_7_csr_merge_plan(const struct spmv_csr *a, uint32_t *plan) {
  int64_t tiles = spmv_tiles(a);
  if (tiles > 0)
    spmv_7_csr_merge_search_kernel<<<spmv_blocks(tiles + 1), SPMV_BLOCK>>>(*a, tiles, (int *)plan);
  return cudaGetLastError();
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *plan, uint32_t *scratch,
                     float *y) {
  return PMPP_TODO; // remove this line once the kernels are written
  int64_t tiles = spmv_tiles(a);
  const int *first_row = (const int *)plan;
  float *carry = (float *)scratch;
  if (tiles == 0) return 0;
  spmv_7_csr_merge_kernel<<<(unsigned)tiles, SPMV_BLOCK>>>(*a, x, first_row, carry, y);
  if (tiles > 1)
    spmv_7_csr_merge_carry_kernel<<<spmv_blocks(tiles), SPMV_BLOCK>>>(a->rows, tiles, first_row, carry, y);
  return cudaGetLastError();
}

// ---- 8: vertex push --------------------------------------------------------------------------------------

// One level: vertices of the level `depth` reach their unreached neighbours.
__global__ void bfs_8_vertex_push_kernel(bfs_graph g, int32_t depth, int32_t *level, int32_t *found) {
  int64_t v = bfs_thread();
  // TODO (about 9 lines).
  // A thread returns where v is no vertex (v >= g.n) or is not on the level. The other threads visit their
  // edges, g.row[v] to g.row[v + 1] - 1. g.to[e] is a neighbour: if its level is UNREACHED, it becomes
  // depth + 1. A thread that found a vertex stores depth + 1 in *found, and the host launches another level.
  // Other threads store levels and *found meanwhile, so a plain access would be a race. Load a level with
  // look(&level[u]), not level[u]. Store with put(&level[u], depth + 1) and put(found, depth + 1).
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
  // Thread e has one edge, from g.from[e] to g.to[e]. Load g.to[e] only if the edge begins on the level.
  // Access levels with look and put, as in stage 8.
}

int bfs_9_edge_centric(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level) {
  // TODO (about 8 lines).
  // As in stage 8, with a thread for each of the g->m edges. CUDA refuses a grid of 0 blocks: consider a
  // graph without edges.
  return PMPP_TODO;
}

// ---- 10: a queue -----------------------------------------------------------------------------------------

// True for exactly one of the threads that reach u; u's level is then depth + 1.
static __device__ bool bfs_claim(int32_t *level, uint32_t u, int32_t depth) {
  // TODO (about 1 line).
  // atomicCAS(p, old, now) stores now in *p if *p was old, and returns the old content. Which of the threads
  // gets UNREACHED back? Test look(&level[u]) before: it saves most atomics. (A plain level[u] would be a
  // race with the atomics of other threads.)
  return false;
}

// The frontier is queue[begin] .. queue[end - 1]. Found vertices are appended, and *tail grows by
// their number.
__global__ void bfs_10_frontier_kernel(bfs_graph g, int32_t depth, int64_t begin, int64_t end,
                                       uint32_t *queue, uint32_t *tail, int32_t *level) {
  int64_t i = begin + bfs_thread();
  // TODO (about 6 lines).
  // Thread i has the vertex queue[i], if i < end. It appends each neighbour that it claims:
  // atomicAdd(tail, 1) returns a place that no other thread gets.
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

// The edges that a thread and a block visit between two additions to the global queue.
enum { EACH = 8, ROUND = EACH * BFS_BLOCK };

// The last i with before[i] <= k. before has BFS_BLOCK elements: before[0] is 0, and no element is smaller
// than the one before it.
static __device__ int bfs_owner(const uint32_t *before, uint32_t k) {
  // TODO (about 4 lines).
  // A binary search; BFS_BLOCK is a power of 2. Begin with i = 0. For step = BFS_BLOCK / 2, ..., 2, 1: move
  // to i + step if before[i + step] <= k.
  return 0;
}

// EDGES: the upper half of the tail also counts the edges of the found vertices. (Stage 12 needs the number.)
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
  // Thread t < per_block has the vertex queue[i]. Where i >= end it has none, and its degree is 0.
  // bfs_sum_before(degree, &total) is the number of edges of the threads before; all threads must call it.
  // Keep in shared memory: the vertex; `before`; and g.row[vertex] - before, so that the block's k-th edge is
  // g.to[s_edge + k]. s_count begins with 0.

  for (uint32_t round = 0; round < total; round += ROUND) {
    __syncthreads();
    // TODO (about 7 lines). Edges round + t, round + t + BFS_BLOCK, ..., below total and round + ROUND.
    // bfs_owner gives the owner of the edge. Claim the vertex at the edge's end. The thread that succeeds
    // stores the parent, and appends the vertex to s_found: atomicAdd(&s_count, 1) is a place there. (On a
    // GPU it is faster to load all EACH neighbours first, then their levels, and then to claim, because
    // independent loads are in flight together.)

    // TODO (about 9 lines). From s_found to the queue.
    // When all are done (barrier), one thread adds s_count to the tail. It passes the begin of the block's
    // places to the other threads through s_base (barrier). Neighbouring threads copy neighbouring words.
    // Then s_count becomes 0 again: take care, other threads may still read it. In stage 12, if (EDGES): add
    // the degrees of the copied vertices to `edges`.
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
  // If v is an unreached vertex, visit its edges up to the first neighbour with its bit set in front. Then v
  // gets a level and a parent, found becomes true, and degree becomes the number of v's edges. No other
  // thread stores v's level, so it needs no claim.

  uint32_t word = __ballot_sync(0xffffffff, found); // bit l is lane l's result; all 32 lanes must come here
  if (v < g.n && threadIdx.x % BFS_WARP == 0) next[v / 32] = word;

  // TODO (about 6 lines).
  // Where found, append v to the queue. bfs_sum_before(found, &count) is its place among the block's
  // vertices, and one thread reserves the places for all. The tail's upper half gets the sum of the degrees:
  // add edges << 32 | count in one atomicAdd.
}

// Downwards, blocks should have the same number of edges. A block gets as many vertices as have one round of
// edges on average. So a few vertices with thousands of edges each do not all belong to one block.
static int bfs_12_per_block(int64_t size, int64_t edges) {
  int64_t vertices = BFS_BLOCK;
  if (edges > 0) vertices = ROUND * size / edges;
  if (vertices > BFS_BLOCK) vertices = BFS_BLOCK;
  return vertices < 1 ? 1 : (int)vertices;
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
    int64_t size = end - begin, edges = (int64_t)(tail >> 32); // edges of all reached vertices
    bool was_up = up;
    // TODO (about 4 lines). The rule.
    // Down to up: the frontier is larger than the last one, and its own edges, edges - edges_before, are more
    // than 1 / ALPHA of the edges of the unreached vertices. Up to down: it is smaller than the last one, and
    // smaller than n / BETA.
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
