// Lab 08, stage 7: merge path.

// A row has a cost: its end must be found and its sum stored. A nonzero has a cost, too. Count both, and
// every distribution of row lengths is the same work. Write the ends of the rows between the nonzeros, as in
// a merge: the end of row r comes after the nonzero offset[r + 1] - 1. This list has rows + nonzeros steps. A
// block takes TILE steps. A binary search finds how many row ends lie before a step; the other steps before
// it are nonzeros. (Merrill and Garland, Merge-based parallel sparse matrix-vector multiplication, SC 2016.)
//
// The begins of the tiles depend on the offsets alone: one plan serves all products with this matrix. A tile
// may begin and end in the middle of a row. Its sum of the row that it does not end is its left-over. The
// third kernel adds the left-overs to y.
//
// The tile's products and the ends of its rows go to shared memory, side by side: a small CSR matrix. There
// are two ways to add up its rows:
//     no long row in it       a thread a row, as in stage 2. Lanes a row apart cost little in shared memory.
//     a long row in it        each thread takes ITEMS steps, and a scan adds up the left-overs.
// ITEMS is odd: where lanes take only nonzeros, they read the products without bank conflicts. ITEMS is small
// enough for 32 registers a thread. So eight blocks fit on a multiprocessor, all the warps that it takes.
// Most of a tile's time is the wait for x, and many warps hide this latency.
enum {
  ITEMS = 5,
  TILE = SPMV_BLOCK * ITEMS - SPMV_WARP, // the loads may begin up to 31 nonzeros earlier
  LONG = 32,
  SPMV_WARPS = SPMV_BLOCK / SPMV_WARP
};

// How many of the first `step` steps are row ends? end[r] is the end of row r, and the result lies in
// low .. high. The end of row r is step r + end[r]: r row ends and end[r] nonzeros are before it.
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

// A tile in shared memory: row r has the products offset[r] .. offset[r + 1] - 1. There are `rows` + 1 rows,
// and the last of them does not end in this tile.
struct spmv_tile {
  int rows, nonzeros;
  const float *product;
  const int *offset;
  float *sum; // of each row that ends, for spmv_7_shares
};

// A thread a row. The thread with the last row stores its sum, the left-over, in *carry.
static __device__ void spmv_7_rows(spmv_tile tile, float *carry, float *y) {
  for (int r = threadIdx.x; r <= tile.rows; r += SPMV_BLOCK) {
    float sum = 0;
    int end = tile.offset[r + 1];
    for (int k = tile.offset[r]; k < end; k++) sum += tile.product[k];
    *(r < tile.rows ? &y[r] : carry) = sum;
  }
}

// Each thread takes ITEMS steps.
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

  // Left-overs go on to the next thread that ends a row: a segmented scan, with a new segment at
  // each such thread.
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
__global__ void __launch_bounds__(SPMV_BLOCK, PMPP_BLOCKS(SPMV_BLOCK, 8))
    spmv_7_csr_merge_kernel(spmv_csr a, const float *x, const int *first_row, float *carry, float *y) {
  __shared__ int words[2 * TILE + 2]; // product, offset, sum: each as long as this tile needs
  int t = threadIdx.x;
  int64_t step = (int64_t)blockIdx.x * TILE, all = a.rows + a.nonzeros, row0 = first_row[blockIdx.x];
  int steps = all - step < TILE ? (int)(all - step) : TILE;
  int nonzero0 = (int)(step - row0), rows = first_row[blockIdx.x + 1] - (int)row0, nonzeros = steps - rows;
  float *product = (float *)words;
  int *offset = words + nonzeros;

  // All loads of the matrix are in flight before the first load of x needs its column, and all loads of x are
  // in flight before the first product. The matrix is read once and x again and again, so the matrix may
  // leave the cache first (__ldcs). The loads begin at a multiple of 32 nonzeros: so a warp's request is four
  // sectors, not five.
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

// Adds the tiles' left-overs to the rows that later tiles end. A row longer than a tile has several
// left-overs, and a warp first adds up neighbours of the same row. Where a row spans more than 32 tiles,
// several warps add to it by atomics. Their order may differ from run to run, and so may the last bit of
// this row's sum.
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

#include "7_merge_many.cuh"

static int64_t spmv_tiles(const struct spmv_csr *a) {
  return (a->rows + a->nonzeros + TILE - 1) / TILE;
}

int spmv_7_csr_merge_plan(const struct spmv_csr *a, uint32_t *plan) {
  if (spmv_is_many(a)) return spmv_7_many_plan(a, plan);
  int64_t tiles = spmv_tiles(a);
  if (tiles > 0)
    spmv_7_csr_merge_search_kernel<<<spmv_blocks(tiles + 1), SPMV_BLOCK>>>(*a, tiles, (int *)plan);
  return cudaGetLastError();
}

int spmv_7_csr_merge(const struct spmv_csr *a, const float *x, const uint32_t *plan, uint32_t *scratch,
                     float *y) {
  if (spmv_is_many(a)) return spmv_7_many(a, x, plan, scratch, y);
  int64_t tiles = spmv_tiles(a);
  const int *first_row = (const int *)plan;
  float *carry = (float *)scratch;
  if (tiles == 0) return 0;
  spmv_7_csr_merge_kernel<<<(unsigned)tiles, SPMV_BLOCK>>>(*a, x, first_row, carry, y);
  if (tiles > 1)
    spmv_7_csr_merge_carry_kernel<<<spmv_blocks(tiles), SPMV_BLOCK>>>(a->rows, tiles, first_row, carry, y);
  return cudaGetLastError();
}
