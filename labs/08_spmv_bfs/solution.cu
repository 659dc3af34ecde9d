// Lab 08, the reference: a sparse matrix times a vector in seven ways, then breadth-first search in five.
//
// SpMV multiplies each nonzero once and adds: two operations for 8 bytes of matrix. All seven kernels do the same
// multiplications; they differ in who does them and in which order the matrix lies in memory.
//
//   1 coo_atomic    a thread a nonzero. Perfectly balanced, every product goes to y by an atomic addition.
//   2 csr_scalar    a thread a row: no atomics. Neighbouring lanes read far-apart words: sectors a load rise; lanes
//                   with short rows wait for the longest of their warp.
//   3 csr_vector    a warp a row: a row's words are read by neighbouring lanes. Sectors a load fall; rows shorter than
//                   a warp leave lanes idle.
//   4 ell           a thread a row again, but the matrix is padded and lies column by column: coalesced, and as long
//                   as the longest row for everyone. Bytes rise with the padding.
//   5 jds           rows sorted by length: no padding, and the lanes of a warp have rows of nearly the same length.
//   6 hyb           the common part of all rows as in 4, what is left over of long rows as in 1.
//   7 csr_merge     a thread an equal share of rows and nonzeros together, wherever that begins and ends.
//
// Then, from 8 on, BFS: the same matrix, read as a graph.
#include "bfs_given.cuh"
#include "spmv_bfs.h"
#include "spmv_given.cuh"

// ---- 1: coordinates, atomics -----------------------------------------------------------------------------

// Who multiplies is clear: nonzero k is thread k's. Neighbouring lanes read neighbouring words of row, column and value;
// only x is read where the columns say. But a row's products are in many threads' hands.
__global__ void spmv_1_coo_atomic_kernel(spmv_coo a, const float *x, float *y) {
  int64_t k = spmv_thread();
  if (k < a.nonzeros) atomicAdd(&y[a.row[k]], a.value[k] * __ldg(&x[a.column[k]]));
}

int spmv_1_coo_atomic(const struct spmv_coo *a, const float *x, float *y) {
  cudaError_t error = cudaMemsetAsync(y, 0, a->rows * sizeof *y);
  if (error) return error;
  if (a->nonzeros > 0) spmv_1_coo_atomic_kernel<<<spmv_blocks(a->nonzeros), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 2: a thread a row -----------------------------------------------------------------------------------

// The sum of a row stays in a register; y is stored once. The price: lane l reads from offset[l] on, so that the 32
// lanes of a load are a row apart, each in a sector of its own.
__global__ void spmv_2_csr_scalar_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread();
  if (row >= a.rows) return;
  float sum = 0;
  int end = a.offset[row + 1];
  for (int k = a.offset[row]; k < end; k++) sum += a.value[k] * __ldg(&x[a.column[k]]);
  y[row] = sum;
}

int spmv_2_csr_scalar(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) spmv_2_csr_scalar_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 3: a warp a row -------------------------------------------------------------------------------------

// The 32 lanes go through the row side by side: a request of column or value is 128 bytes in a row. Afterwards the lanes'
// sums are added by five shuffles.
__global__ void spmv_3_csr_vector_kernel(spmv_csr a, const float *x, float *y) {
  int64_t row = spmv_thread() / SPMV_WARP;
  int lane = threadIdx.x % SPMV_WARP;
  if (row >= a.rows) return;
  float sum = 0;
  int64_t end = a.offset[row + 1];
  for (int64_t k = a.offset[row] + lane; k < end; k += SPMV_WARP) sum += a.value[k] * __ldg(&x[a.column[k]]);
  for (int d = SPMV_WARP / 2; d > 0; d /= 2) sum += __shfl_down_sync(SPMV_ALL_LANES, sum, d);
  if (lane == 0) y[row] = sum;
}

int spmv_3_csr_vector(const struct spmv_csr *a, const float *x, float *y) {
  if (a->rows > 0) spmv_3_csr_vector_kernel<<<spmv_blocks(a->rows * SPMV_WARP), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 4: ELLPACK ------------------------------------------------------------------------------------------

// The sum of a row's places. Place j of all rows lies side by side, so that a thread a row is coalesced now.
static __device__ float ell_sum(spmv_ell a, const float *x, int64_t row) {
  float sum = 0;
  for (int64_t j = 0; j < a.width; j++) {
    int column = a.column[j * a.rows + row];
    if (column < 0) break; // the rest of the row is padding
    sum += a.value[j * a.rows + row] * __ldg(&x[column]);
  }
  return sum;
}

__global__ void spmv_4_ell_kernel(spmv_ell a, const float *x, float *y) {
  int64_t row = spmv_thread();
  if (row < a.rows) y[row] = ell_sum(a, x, row);
}

int spmv_4_ell(const struct spmv_ell *a, const float *x, float *y) {
  if (a->rows > 0) spmv_4_ell_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 5: jagged diagonals ---------------------------------------------------------------------------------

// The i-th longest row is thread i's. It is part of diagonals 0, 1, ... as long as these have more than i elements: the
// first that has not ends the row. Neighbours have nearly the same length, so a warp's lanes end together.
__global__ void spmv_5_jds_kernel(spmv_jds a, const float *x, float *y) {
  int64_t i = spmv_thread();
  if (i >= a.rows) return;
  float sum = 0;
  int begin = a.start[0];
  for (int64_t j = 0; j < a.width; j++) {
    int next = a.start[j + 1];
    if (i >= next - begin) break;
    int k = begin + (int)i;
    sum += a.value[k] * __ldg(&x[a.column[k]]);
    begin = next;
  }
  y[a.permutation[i]] = sum;
}

int spmv_5_jds(const struct spmv_jds *a, const float *x, float *y) {
  if (a->rows > 0) spmv_5_jds_kernel<<<spmv_blocks(a->rows), SPMV_BLOCK>>>(*a, x, y);
  return cudaGetLastError();
}

// ---- 6: ELLPACK and coordinates --------------------------------------------------------------------------

// Stage 4's kernel stores every y, stage 1's adds to those of the few long rows: first the one, then the other. What
// moves: no more padding than the common width needs, and atomics only for what exceeds it.
int spmv_6_hyb(const struct spmv_hyb *a, const float *x, float *y) {
  const spmv_coo &rest = a->rest;
  if (a->ell.rows > 0) spmv_4_ell_kernel<<<spmv_blocks(a->ell.rows), SPMV_BLOCK>>>(a->ell, x, y);
  if (rest.nonzeros > 0) spmv_1_coo_atomic_kernel<<<spmv_blocks(rest.nonzeros), SPMV_BLOCK>>>(rest, x, y);
  return cudaGetLastError();
}

// ---- 7: merge path ---------------------------------------------------------------------------------------

// A row costs something (its end must be found, its sum stored) and a nonzero costs something; count both, and every
// distribution of row lengths is the same work. Write the ends of the rows between the nonzeros, as in a merge: the end
// of row r behind the nonzero offset[r + 1] - 1. This list has rows + nonzeros steps. A block takes TILE of them; a
// binary search tells how many row ends lie before a step, the other steps before it are nonzeros. (Merrill and Garland,
// Merge-based parallel sparse matrix-vector multiplication, SC 2016.)
//
// Where the tiles begin depends on the offsets alone: a plan for all products with this matrix. A tile may begin and end in
// the middle of a row. What it has of the row that it does not end is its left-over, which the third kernel adds to y.
//
// The tile's products and the ends of its rows go to shared memory, side by side: a small CSR matrix of its own. There
// are two ways to add up its rows:
//   no row in it is long     a thread a row, as in stage 2: that lanes read a row apart costs little in shared memory.
//   a row in it is long      each thread ITEMS steps, wherever these begin and end, and a scan for what is left over.
// ITEMS is odd: lanes whose share is nonzeros alone then read the products without a bank conflict. It is small enough for
// 32 registers a thread: eight blocks, all the warps that a multiprocessor takes. What the tile costs is mostly the wait for
// x, and warps that wait for something else hide it.
enum {
  ITEMS = 5,
  TILE = SPMV_BLOCK * ITEMS - SPMV_WARP, // the rest is room to begin at the boundary of a line
  LONG = 32,
  SPMV_WARPS = SPMV_BLOCK / SPMV_WARP
};

// How many of the first `step` steps are row ends; end[r] is where row r ends, and the answer lies in low .. high. Row r's
// end is step r + end[r]: r row ends and end[r] nonzeros are before it.
template <typename I> static __device__ I rows_before(const int *end, I low, I high, I step) {
  while (low < high) {
    I middle = (low + high) / 2;
    if (middle + end[middle] < step)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// first_row[b] becomes the row in which tile b begins, for b = 0 .. tiles.
__global__ void spmv_7_csr_merge_search_kernel(spmv_csr a, int64_t tiles, int *first_row) {
  int64_t b = spmv_thread(), all = a.rows + a.nonzeros;
  if (b > tiles) return;
  int64_t step = b < tiles ? b * TILE : all, low = step > a.nonzeros ? step - a.nonzeros : 0;
  first_row[b] = (int)rows_before<int64_t>(a.offset + 1, low, step < a.rows ? step : a.rows, step);
}

// A tile in shared memory: row r has the products offset[r] .. offset[r + 1] - 1; the last of the `rows` + 1 rows does not
// end here.
struct spmv_tile {
  int rows, nonzeros;
  const float *product;
  const int *offset;
  float *sum; // of each row that ends, for spmv_7_shares
};

// A thread a row. Returns to the thread that has it the left-over.
static __device__ void spmv_7_rows(spmv_tile tile, float *carry, float *y) {
  for (int r = threadIdx.x; r <= tile.rows; r += SPMV_BLOCK) {
    float sum = 0;
    int end = tile.offset[r + 1];
    for (int k = tile.offset[r]; k < end; k++) sum += tile.product[k];
    *(r < tile.rows ? &y[r] : carry) = sum;
  }
}

// Each thread its ITEMS steps.
static __device__ void spmv_7_shares(spmv_tile tile, float *carry, float *y) {
  __shared__ float warp_left[SPMV_WARPS];
  __shared__ bool warp_ends[SPMV_WARPS];
  int t = threadIdx.x, lane = t % SPMV_WARP, warp = t / SPMV_WARP;
  int rows = tile.rows, nonzeros = tile.nonzeros, steps = rows + nonzeros;
  const int *end = tile.offset + 1;
  int begin = t * ITEMS < steps ? t * ITEMS : steps;
  int count = steps - begin < ITEMS ? steps - begin : ITEMS;
  int first = rows_before(end, begin > nonzeros ? begin - nonzeros : 0, begin < rows ? begin : rows, begin);
  int row = first, nonzero = begin - first;
  float left = 0;
  for (int k = 0; k < count; k++) {
    if (nonzero < end[row]) {
      left += tile.product[nonzero++];
    } else {
      tile.sum[row++] = left;
      left = 0;
    }
  }

  // Left-overs go on to the next thread that ends a row: a scan that begins anew at each such thread.
  bool ends = row > first;
  unsigned enders = __ballot_sync(SPMV_ALL_LANES, ends), before = enders & (0xffffffffu >> (31 - lane));
  int since = before ? 31 - __clz(before) : 0;
  for (int d = 1; d < SPMV_WARP; d *= 2) {
    float other = __shfl_up_sync(SPMV_ALL_LANES, left, d);
    if (lane - d >= since) left += other;
  }
  if (lane == SPMV_WARP - 1) {
    warp_left[warp] = left;
    warp_ends[warp] = enders != 0;
  }
  __syncthreads();
  float from_warps = 0;
  for (int w = 0; w < warp; w++) from_warps = warp_ends[w] ? warp_left[w] : from_warps + warp_left[w];
  if (!before) left += from_warps;
  float in = __shfl_up_sync(SPMV_ALL_LANES, left, 1);
  if (ends) tile.sum[first] += lane == 0 ? from_warps : in;
  if (t == SPMV_BLOCK - 1) *carry = left;
  __syncthreads();

  for (int r = t; r < rows; r += SPMV_BLOCK) y[r] = tile.sum[r];
}

// carry[b] becomes tile b's left-over, for row first_row[b + 1].
__global__ void __launch_bounds__(SPMV_BLOCK, 8)
    spmv_7_csr_merge_kernel(spmv_csr a, const float *x, const int *first_row, float *carry, float *y) {
  __shared__ int words[2 * TILE + 2]; // product, offset, sum: as long as this tile needs each
  int t = threadIdx.x;
  int64_t step = (int64_t)blockIdx.x * TILE, all = a.rows + a.nonzeros, row0 = first_row[blockIdx.x];
  int steps = all - step < TILE ? (int)(all - step) : TILE;
  int nonzero0 = (int)(step - row0), rows = first_row[blockIdx.x + 1] - (int)row0, nonzeros = steps - rows;
  float *product = (float *)words;
  int *offset = words + nonzeros;

  // All loads of the matrix are under way before the first of x needs its column, and all of x before the first product.
  // The matrix is read once, so it may leave the cache first: x is read again. The block begins at a multiple of 32
  // nonzeros: a warp's request is four sectors then, and not five.
  const int *columns = a.column + nonzero0;
  const float *values = a.value + nonzero0;
  int column[ITEMS];
  float value[ITEMS];
  int place = t - nonzero0 % SPMV_WARP;
  for (int k = 0; k < ITEMS; k++) {
    int i = place + k * SPMV_BLOCK;
    bool in = 0 <= i && i < nonzeros;
    column[k] = in ? __ldcs(&columns[i]) : 0;
    value[k] = in ? __ldcs(&values[i]) : 0;
  }
  for (int r = t; r < rows; r += SPMV_BLOCK) offset[r + 1] = __ldcs(&a.offset[row0 + 1 + r]) - nonzero0;
  for (int k = 0; k < ITEMS; k++) {
    int i = place + k * SPMV_BLOCK;
    if (0 <= i && i < nonzeros) value[k] *= __ldg(&x[column[k]]);
  }
  for (int k = 0; k < ITEMS; k++) {
    int i = place + k * SPMV_BLOCK;
    if (0 <= i && i < nonzeros) product[i] = value[k];
  }
  if (t == 0) {
    offset[0] = 0;
    offset[rows + 1] = nonzeros;
  }
  __syncthreads();

  bool any_long = false;
  for (int r = t; r <= rows; r += SPMV_BLOCK) any_long |= offset[r + 1] - offset[r] > LONG;
  spmv_tile tile = {rows, nonzeros, product, offset, (float *)(offset + rows + 2)};
  if (__syncthreads_or(any_long))
    spmv_7_shares(tile, &carry[blockIdx.x], y + row0);
  else
    spmv_7_rows(tile, &carry[blockIdx.x], y + row0);
}

// Adds the tiles' left-overs to the rows that later tiles ended. A row longer than a tile has several; a warp adds up its
// neighbours of the same row first. Of a row that spans more than 32 tiles several warps add by atomics: their order,
// and so the last bit of that row's sum, may differ from one run to the next.
__global__ void spmv_7_csr_merge_carry_kernel(int64_t rows, int64_t tiles, const int *first_row,
                                              const float *carry, float *y) {
  int64_t b = spmv_thread();
  int lane = threadIdx.x % SPMV_WARP;
  int row = b < tiles ? first_row[b + 1] : -1;
  float sum = b < tiles ? carry[b] : 0;
  for (int d = 1; d < SPMV_WARP; d *= 2) {
    float other = __shfl_down_sync(SPMV_ALL_LANES, sum, d);
    int other_row = __shfl_down_sync(SPMV_ALL_LANES, row, d);
    if (lane + d < SPMV_WARP && other_row == row) sum += other;
  }
  int row_before = __shfl_up_sync(SPMV_ALL_LANES, row, 1);
  if (row >= 0 && row < rows && (lane == 0 || row_before != row)) atomicAdd(&y[row], sum);
}

static int64_t spmv_tiles(const struct spmv_csr *a) {
  return (a->rows + a->nonzeros + TILE - 1) / TILE;
}

int spmv_7_csr_merge_plan(const struct spmv_csr *a, uint32_t *plan) {
  int64_t tiles = spmv_tiles(a);
  if (tiles > 0)
    spmv_7_csr_merge_search_kernel<<<spmv_blocks(tiles + 1), SPMV_BLOCK>>>(*a, tiles, (int *)plan);
  return cudaGetLastError();
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *plan, uint32_t *scratch,
                     float *y) {
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

int bfs_12_direction_optimising(const struct bfs_graph *g, uint32_t source, uint32_t *scratch, int32_t *level,
                                int32_t *parent) {
  return bfs_12_search(g, source, scratch, level, parent, true);
}
