// Lab 02's likely mistakes, and what comes of them.
#include "parts.h"
#include <stdlib.h>
#include <string.h>

static void alpha_left_out(struct pmpp_case *c) {
  c->real[0] = 1;
  golden(c);
}

static void beta_left_out(struct pmpp_case *c) {
  c->real[1] = 1;
  golden(c);
}

static void c_left_out(struct pmpp_case *c) {
  c->real[1] = 0;
  golden(c);
}

// Element i of a matrix becomes what stood at from(case, i); outside there are zeros.
static void rearrange(struct pmpp_case *c, int which, int64_t (*from)(const struct pmpp_case *c, int64_t i)) {
  struct pmpp_buf *b = &c->buf[which];
  size_t size = pmpp_type_size(b->arg.type), n = (size_t)b->arg.count;
  char *old = malloc(n * size + 1), *data = b->data;
  if (!old) abort();
  memcpy(old, data, n * size);
  for (size_t i = 0; i < n; i++) {
    int64_t k = from(c, (int64_t)i);
    if (k >= 0 && k < (int64_t)n)
      memcpy(data + i * size, old + (size_t)k * size, size);
    else
      memset(data + i * size, 0, size);
  }
  free(old);
}

static int64_t transposed(int64_t i, int64_t rows, int64_t columns) {
  int64_t row = i / columns, column = i % columns;
  return column < rows && row < columns ? column * columns + row : -1;
}

static int64_t a_transposed(const struct pmpp_case *c, int64_t i) {
  return transposed(i, c->spec->size[M], c->spec->size[K]);
}

static int64_t b_transposed(const struct pmpp_case *c, int64_t i) {
  return transposed(i, c->spec->size[K], c->spec->size[N]);
}

static int64_t a_rows_of_n(const struct pmpp_case *c, int64_t i) {
  return i / c->spec->size[K] * c->spec->size[N] + i % c->spec->size[K];
}

static int64_t b_rows_of_k(const struct pmpp_case *c, int64_t i) {
  return i / c->spec->size[N] * c->spec->size[K] + i % c->spec->size[N];
}

static int64_t a_by_columns(const struct pmpp_case *c, int64_t i) {
  return i % c->spec->size[K] * c->spec->size[M] + i / c->spec->size[K];
}

static int64_t b_by_columns(const struct pmpp_case *c, int64_t i) {
  return i % c->spec->size[N] * c->spec->size[K] + i / c->spec->size[N];
}

static int64_t a_without_last(const struct pmpp_case *c, int64_t i) {
  return i % c->spec->size[K] == c->spec->size[K] - 1 ? -1 : i;
}

static int64_t a_last_alone(const struct pmpp_case *c, int64_t i) {
  return i % c->spec->size[K] == c->spec->size[K] - 1 ? i : -1;
}

static int64_t a_third_twice(const struct pmpp_case *c, int64_t i) {
  return i % c->spec->size[K] % 4 == 3 ? i - 1 : i;
}

static void last_product_alone(struct pmpp_case *c) {
  if (c->spec->size[K] > 1) rearrange(c, A, a_last_alone);
  golden(c);
}

static void third_twice(struct pmpp_case *c) {
  rearrange(c, A, a_third_twice);
  golden(c);
}

// Of A's columns only those from `first` up to `end` count.
static void columns_of_a(struct pmpp_case *c, int64_t first, int64_t end) {
  struct pmpp_buf *b = &c->buf[A];
  size_t size = pmpp_type_size(b->arg.type);
  for (int64_t i = 0; i < b->arg.count; i++) {
    int64_t l = i % c->spec->size[K];
    if (l < first || l >= end) memset((char *)b->data + i * size, 0, size);
  }
  golden(c);
}

static void whole_tiles(struct pmpp_case *c, int64_t tile) {
  columns_of_a(c, 0, c->spec->size[K] / tile * tile);
}

static void last_tile(struct pmpp_case *c, int64_t tile) {
  columns_of_a(c, c->spec->size[K] ? (c->spec->size[K] - 1) / tile * tile : 0, c->spec->size[K]);
}

static void whole_tiles_8(struct pmpp_case *c) {
  whole_tiles(c, 8);
}

static void whole_tiles_16(struct pmpp_case *c) {
  whole_tiles(c, 16);
}

static void whole_tiles_32(struct pmpp_case *c) {
  whole_tiles(c, 32);
}

static void last_tile_8(struct pmpp_case *c) {
  last_tile(c, 8);
}

static void last_tile_16(struct pmpp_case *c) {
  last_tile(c, 16);
}

static void last_tile_32(struct pmpp_case *c) {
  last_tile(c, 32);
}

static void with_a_transposed(struct pmpp_case *c) {
  rearrange(c, A, a_transposed);
  golden(c);
}

static void with_b_transposed(struct pmpp_case *c) {
  rearrange(c, B, b_transposed);
  golden(c);
}

static void with_a_by_columns(struct pmpp_case *c) {
  rearrange(c, A, a_by_columns);
  golden(c);
}

static void with_b_by_columns(struct pmpp_case *c) {
  rearrange(c, B, b_by_columns);
  golden(c);
}

static void with_a_rows_of_n(struct pmpp_case *c) {
  rearrange(c, A, a_rows_of_n);
  golden(c);
}

static void with_b_rows_of_k(struct pmpp_case *c) {
  rearrange(c, B, b_rows_of_k);
  golden(c);
}

static void last_product_missing(struct pmpp_case *c) { // where there are others
  if (c->spec->size[K] > 1) rearrange(c, A, a_without_last);
  golden(c);
}

// Sum [i][j] is that of row j and column i, or 0 where there is none.
static void c_transposed(struct pmpp_case *c) {
  double beta = c->real[1], *want = c->buf[C].golden;
  const float *old = c->buf[C].data;
  int64_t m = c->spec->size[M], n = c->spec->size[N];
  c->real[1] = 0;
  golden(c);
  double *sum = malloc((size_t)(m * n + 1) * sizeof *sum);
  if (!sum) abort();
  memcpy(sum, want, (size_t)(m * n) * sizeof *sum);
  for (int64_t i = 0; i < m * n; i++) {
    int64_t from = transposed(i, m, n);
    want[i] = (from < 0 ? 0 : sum[from]) + (beta != 0 ? beta * old[i] : 0);
  }
  free(sum);
}

// Thread t of a tile has results 0 to own - 1 of its own, and stores the sums of rows, or columns, t to t + own - 1 of the tile.
static void not_spread(struct pmpp_case *c, bool rows, int64_t own) {
  int64_t m = c->spec->size[M], n = c->spec->size[N];
  double beta = c->real[1], *want = c->buf[C].golden;
  const float *old = c->buf[C].data;
  c->real[1] = 0;
  golden(c);
  double *sum = malloc((size_t)(m * n + 1) * sizeof *sum);
  if (!sum) abort();
  memcpy(sum, want, (size_t)(m * n) * sizeof *sum);
  for (int64_t i = 0; i < m * n; i++) {
    int64_t at[] = {i / n, i % n}, *k = &at[!rows], tile = 8 * own;
    *k = *k / tile * tile + *k % tile / own + *k % own;
    want[i] = (at[0] < m && at[1] < n ? sum[at[0] * n + at[1]] : 0) + (beta != 0 ? beta * old[i] : 0);
  }
  free(sum);
}

// Result [i][j] has the sum of row, or column, j (i) of its tile: the tile of A is read by the column's thread index, that of B by the row's.
static void by_other_index(struct pmpp_case *c, bool of_a, int64_t tile) {
  int64_t m = c->spec->size[M], n = c->spec->size[N];
  double beta = c->real[1], *want = c->buf[C].golden;
  const float *old = c->buf[C].data;
  c->real[1] = 0;
  golden(c);
  double *sum = malloc((size_t)(m * n + 1) * sizeof *sum);
  if (!sum) abort();
  memcpy(sum, want, (size_t)(m * n) * sizeof *sum);
  for (int64_t i = 0; i < m * n; i++) {
    int64_t row = i / n, column = i % n;
    int64_t r = of_a ? row / tile * tile + column % tile : row,
            k = of_a ? column : column / tile * tile + row % tile;
    want[i] = (r < m && k < n ? sum[r * n + k] : 0) + (beta != 0 ? beta * old[i] : 0);
  }
  free(sum);
}

static void a_by_column_16(struct pmpp_case *c) {
  by_other_index(c, true, 16);
}

static void a_by_column_32(struct pmpp_case *c) {
  by_other_index(c, true, 32);
}

static void b_by_row_16(struct pmpp_case *c) {
  by_other_index(c, false, 16);
}

static void b_by_row_32(struct pmpp_case *c) {
  by_other_index(c, false, 32);
}

static void rows_by_8(struct pmpp_case *c) {
  not_spread(c, true, 8);
}

static void columns_by_8(struct pmpp_case *c) {
  not_spread(c, false, 8);
}

#define NOT_SPREAD(what)                                                                                     \
  "a thread's 8 " what                                                                                       \
  " are taken to begin at its own number, not at 8 times it, where the tile is read: check the index"

#define WHOLE_TILES(size)                                                                                    \
  "each sum lacks the products after the last whole tile of " #size                                          \
  " elements of k: does the loop over tiles take the last, partial one, too?"
#define LAST_TILE(size)                                                                                      \
  "each sum has the products of its last tile of " #size                                                     \
  " elements of k alone: is it set to 0 in every turn of the loop over tiles, and not once before it?"
#define OTHER_INDEX(matrix, right, wrong, size)                                                              \
  "the tile of " matrix " (" size " x " size ") is read with " wrong " where " right " belongs"

const struct pmpp_mistake mistakes[25] = {
    {"alpha is left out: C = alpha A B + beta C", alpha_left_out},
    {"beta C is left out: C = alpha A B + beta C", c_left_out},
    {"C is added as it was, beta is left out: C = alpha A B + beta C", beta_left_out},
    {"C is stored transposed: are the index of the row and that of the column exchanged where it is stored?",
     c_transposed},
    {"B is read transposed: in a sum over l, element [l][j] of B is b[l * n + j]; check the index, or the "
     "fragment's layout",
     with_b_transposed},
    {"A is read transposed: in a sum over l, element [i][l] of A is a[i * k + l]; check the index, or the "
     "fragment's layout",
     with_a_transposed},
    {"B is read as if its columns lay side by side, b[j * k + l]: element [l][j] is b[l * n + j]",
     with_b_by_columns},
    {"A is read as if its columns lay side by side, a[l * m + i]: element [i][l] is a[i * k + l]",
     with_a_by_columns},
    {"B is read as if its rows were k long: they have n elements, check the index", with_b_rows_of_k},
    {"A is read as if its rows were n long: they have k elements, check the index", with_a_rows_of_n},
    {"each sum lacks its last product, l = k - 1: does the loop over l end one step too early?",
     last_product_missing},
    {"each sum is its last product alone, l = k - 1: is it replaced (=), not added to (+=)?",
     last_product_alone},
    {"of each four elements of a row of A the fourth is taken for the third: check .x .y .z .w", third_twice},
    {WHOLE_TILES(8), whole_tiles_8},
    {WHOLE_TILES(16), whole_tiles_16},
    {WHOLE_TILES(32), whole_tiles_32},
    {LAST_TILE(8), last_tile_8},
    {LAST_TILE(16), last_tile_16},
    {LAST_TILE(32), last_tile_32},
    {OTHER_INDEX("A", "threadIdx.y", "threadIdx.x", "16"), a_by_column_16},
    {OTHER_INDEX("A", "threadIdx.y", "threadIdx.x", "32"), a_by_column_32},
    {OTHER_INDEX("B", "threadIdx.x", "threadIdx.y", "16"), b_by_row_16},
    {OTHER_INDEX("B", "threadIdx.x", "threadIdx.y", "32"), b_by_row_32},
    {NOT_SPREAD("rows"), rows_by_8},
    {NOT_SPREAD("columns"), columns_by_8},
};
