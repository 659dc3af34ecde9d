// Lab 08's half about SpMV as the grader sees it: cases, golden results, bounds. tasks.c includes it.
#ifndef SPMV_TASKS_H
#define SPMV_TASKS_H

#include "spmv_gates.h"
#include <float.h>

// ---- cases -----------------------------------------------------------------------------------------------

#define MATRIX(label, shape, a, b, c, d, where)                                                              \
  { label, {a, b, c, d}, SPMV_##shape, where }
#define SPMV_BOTH  (PMPP_ON_EMU | PMPP_ON_GPU)
#define SPMV_GATED (SPMV_BOTH | PMPP_GATED)

// The smallest case that shows a fault should be the first to fail.
#define SPMV_SMALL                                                                                           \
  MATRIX("1 x 1", UNIFORM, 1, 1, 1, 0, SPMV_BOTH),                                                           \
      MATRIX("1 x 9, one row of 40", UNIFORM, 1, 9, 40, 0, SPMV_BOTH),                                       \
      MATRIX("one column, 300 rows", UNIFORM, 300, 1, 900, 0, SPMV_BOTH),                                    \
      MATRIX("33 rows, 65 columns", UNIFORM, 33, 65, 200, 0, SPMV_BOTH),                                     \
      MATRIX("257 rows, two or three a row", GRID, 257, 1, 0, 0, SPMV_BOTH),                                 \
      MATRIX("no nonzero, 70 rows", UNIFORM, 70, 30, 0, 0, SPMV_BOTH),                                       \
      MATRIX("empty rows: 6 in 7, and the last quarter", EMPTY_ROWS, 1003, 97, 3000, 7, SPMV_BOTH),          \
      MATRIX("grid, 23 x 41", GRID, 23, 41, 0, 0, SPMV_BOTH),                                                \
      MATRIX("chain, 601 rows", CHAIN, 601, 0, 0, 0, SPMV_BOTH),                                             \
      MATRIX("chains and stars with rows between them that are empty", DISCONNECTED, 500, 0, 0, 0,           \
             SPMV_BOTH)
#define SPMV_OTHER                                                                                           \
  MATRIX("300 rows of 700, one of them dense", DENSE_ROW, 300, 700, 1200, 131, SPMV_BOTH),                   \
      MATRIX("real numbers, 501 rows", UNIFORM | SPMV_REAL, 501, 499, 5003, 0, SPMV_BOTH),                   \
      MATRIX("real numbers, R-MAT, 512 rows", RMAT | SPMV_REAL, 9, 0, 5003, 0, SPMV_BOTH),                   \
      MATRIX("every array 4 bytes behind a boundary", UNIFORM | SPMV_SHIFTED, 311, 307, 4001, 0, SPMV_BOTH), \
      MATRIX("an element of x is NaN, one infinite", UNIFORM | SPMV_NOT_A_NUM, 311, 307, 1501, 0,            \
             SPMV_BOTH),                                                                                     \
      MATRIX("no rows", UNIFORM, 0, 5, 0, 0, SPMV_BOTH),                                                     \
      MATRIX("no columns", UNIFORM, 40, 0, 0, 0, SPMV_BOTH)
#define SPMV_LONG_ROWS                                                                                       \
  MATRIX("3 rows, 5000 nonzeros each", UNIFORM, 3, 5003, 15001, 0, SPMV_BOTH),                               \
      MATRIX("star, 1501 rows", STAR, 1501, 0, 0, 0, SPMV_BOTH)
#define SPMV_UNIFORM_GATED MATRIX("uniform, 600 rows, 24 a row", UNIFORM, 600, 700, 14400, 0, SPMV_GATED)
#define SPMV_RMAT_GATED    MATRIX("R-MAT, 1024 rows, 16 a row", RMAT, 10, 0, 16384, 0, SPMV_GATED)
#define SPMV_LARGE                                                                                           \
  MATRIX("uniform, 2^20 rows, 2^24 nonzeros", UNIFORM, 1 << 20, 1 << 20, 1 << 24, 0, PMPP_ON_GPU),           \
      MATRIX("grid, 1999 x 2001", GRID, 1999, 2001, 0, 0, PMPP_ON_GPU)
#define SPMV_LARGE_UNEVEN                                                                                    \
  MATRIX("R-MAT, 2^20 rows, 2^24 nonzeros", RMAT, 20, 0, 1 << 24, 0, PMPP_ON_GPU),                           \
      MATRIX("star, 2^21 rows", STAR, 1 << 21, 0, 0, 0, PMPP_ON_GPU)

#define SPMV_UNIFORM_TIMED                                                                                   \
  MATRIX("uniform, 2^22 rows, 16 a row", UNIFORM, 1 << 22, 1 << 22, 1 << 26, 0, PMPP_TIMED)
#define SPMV_RMAT_TIMED MATRIX("R-MAT, 2^22 rows, 16 a row", RMAT, 22, 0, 1 << 26, 0, PMPP_TIMED)

static const struct pmpp_case_spec spmv_ell_cases[] = {
    SPMV_SMALL, SPMV_OTHER, SPMV_RMAT_GATED, SPMV_UNIFORM_GATED, SPMV_LARGE, SPMV_UNIFORM_TIMED,
};

static const struct pmpp_case_spec spmv_cases[] = {
    SPMV_SMALL, SPMV_OTHER,        SPMV_LONG_ROWS,     SPMV_UNIFORM_GATED, SPMV_RMAT_GATED,
    SPMV_LARGE, SPMV_LARGE_UNEVEN, SPMV_UNIFORM_TIMED, SPMV_RMAT_TIMED,
};

// One row of n nonzeros is n + 1 steps: 1248 is the reference's tile; 1792 and 3072 are a whole number of tiles of 256 x 7
// and 256 x 6, and of powers of two up to 2^8 and 2^10. Blocks of 256 searches are full at 256 tiles.
static const struct pmpp_case_spec spmv_merge_cases[] = {
    SPMV_SMALL,
    MATRIX("one row of 1790", DENSE_ROW, 1, 1790, 0, 0, SPMV_BOTH),
    MATRIX("one row of 1791", DENSE_ROW, 1, 1791, 0, 0, SPMV_BOTH),
    MATRIX("one row of 1792", DENSE_ROW, 1, 1792, 0, 0, SPMV_BOTH),
    MATRIX("one row of 1247", DENSE_ROW, 1, 1247, 0, 0, SPMV_BOTH),
    MATRIX("one row of 1248", DENSE_ROW, 1, 1248, 0, 0, SPMV_BOTH),
    MATRIX("one row of 3071", DENSE_ROW, 1, 3071, 0, 0, SPMV_BOTH),
    MATRIX("one row of 3072", DENSE_ROW, 1, 3072, 0, 0, SPMV_BOTH),
    SPMV_OTHER,
    MATRIX("no nonzero, 5003 rows", UNIFORM, 5003, 3, 0, 0, SPMV_BOTH),
    MATRIX("no nonzero, 458752 rows: 256 tiles of 1792", UNIFORM, 458752, 3, 0, 0, SPMV_BOTH),
    MATRIX("no nonzero, 319488 rows: 256 tiles of 1248", UNIFORM, 319488, 3, 0, 0, SPMV_BOTH),
    SPMV_LONG_ROWS,
    MATRIX("2 rows, 160001 nonzeros: longer than 32 tiles", UNIFORM, 2, 1009, 160001, 0, SPMV_BOTH),
    SPMV_UNIFORM_GATED,
    MATRIX("star, 4003 rows", STAR, 4003, 0, 0, 0, SPMV_GATED),
    MATRIX("empty rows: 9 in 10, and the last quarter", EMPTY_ROWS, 8009, 1013, 6007, 10, SPMV_GATED),
    SPMV_RMAT_GATED,
    SPMV_LARGE,
    SPMV_LARGE_UNEVEN,
    MATRIX("2^28 rows, 2^20 nonzeros", EMPTY_ROWS, 1 << 28, 1 << 20, 1 << 20, 64, PMPP_ON_GPU),
    SPMV_UNIFORM_TIMED,
    SPMV_RMAT_TIMED,
    MATRIX("grid, 3663 x 3671", GRID, 3663, 3671, 0, 0, PMPP_TIMED),
    MATRIX("one dense row, 2^22 rows", DENSE_ROW, 1 << 22, 1 << 22, 1 << 26, 1 << 21, PMPP_TIMED),
    MATRIX("star, 2^25 rows", STAR, (1 << 25) + 1, 0, 0, 0, PMPP_TIMED),
    MATRIX("empty rows, 7 in 8, 2^24 rows", EMPTY_ROWS, 1 << 24, 1 << 22, 1 << 26, 8, PMPP_TIMED),
    MATRIX("long rows, 4096 of 16384", UNIFORM, 1 << 12, 1 << 22, 1 << 26, 0, PMPP_TIMED),
    MATRIX("short rows, 2^25 of 2", UNIFORM, 1 << 25, 1 << 22, 1 << 26, 0, PMPP_TIMED),
    MATRIX("one row of 1246", DENSE_ROW, 1, 1246, 0, 0, SPMV_BOTH),
    MATRIX("one row of 3070", DENSE_ROW, 1, 3070, 0, 0, SPMV_BOTH),
};

#define SPMV_MAKE(name, format, with_plan)                                                                   \
  static void spmv_make_##name(struct pmpp_case *c) {                                                        \
    spmv_make(c, format, with_plan);                                                                         \
  }
SPMV_MAKE(coo, COO, false)
SPMV_MAKE(csr, CSR, false)
SPMV_MAKE(ell, ELL, false)
SPMV_MAKE(jds, JDS, false)
SPMV_MAKE(hyb, HYB, false)
SPMV_MAKE(merge, CSR, true)

// ---- golden results --------------------------------------------------------------------------------------

static float *spmv_x(const struct pmpp_case *c) {
  return c->buf[c->param[SPMV_X]].data;
}

// y and each element's bound, in double. Odd whole numbers from -7 to 7: every partial sum of a row of fewer than 2^24 / 49
// nonzeros is a whole number below 2^24, hence exact in any order; the longer rows of timed cases have partial sums
// whose standard deviation is 21 sqrt(length), below 2^18. So the bound is 0.
// Real numbers: a product is rounded once, and a sum of L of them takes at most L - 1 additions in a row, each rounding
// by at most 2^-24 of its result: L 2^-24 sum|a x| (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
// 1 % is for the higher orders; a product too small for a float's exponent is off by 2^-149 at most.
static void spmv_golden(struct pmpp_case *c) {
  struct pmpp_buf *y = &c->buf[c->param[SPMV_Y]];
  double *sum = y->golden, *bound = pmpp_bounds(y);
  const float *x = spmv_x(c);
  int64_t rows = c->param[SPMV_ROWS], *length = csr_room(rows, sizeof *length);
  memset(sum, 0, (size_t)rows * sizeof *sum);
  memset(bound, 0, (size_t)rows * sizeof *bound);
  int64_t row = 0; // of CSR, where a search for each of 2^26 nonzeros would take long
  for (int arg = 0; arg < c->param[SPMV_X]; arg++) {
    bool in_rows = c->param[SPMV_FORMAT] == CSR && arg == CSR_VALUE;
    for (int64_t k = 0; c->buf[arg].arg.type == PMPP_F32 && k < c->buf[arg].arg.count; k++) {
      while (in_rows && spmv_ints(c, CSR_OFFSET)[row + 1] <= k) row++;
      struct spmv_entry e = in_rows ? (struct spmv_entry){row, spmv_ints(c, CSR_COLUMN)[k],
                                                          ((const float *)c->buf[arg].data)[k]}
                                    : spmv_at(c, arg, k);
      if (e.row < 0) continue;
      sum[e.row] += (double)e.value * x[e.column];
      bound[e.row] += fabs((double)e.value * x[e.column]);
      length[e.row]++;
    }
  }
  bool real = c->spec->variant & SPMV_REAL;
  y->bound_text =
      real ? "1.01 L 2^-24 sum|a x| + 2^-149 L, L nonzeros in the row" : "0: every partial sum is exact";
  for (int64_t r = 0; r < rows; r++)
    bound[r] = real ? (double)length[r] * (1.01 * (FLT_EPSILON / 2) * bound[r] + FLT_TRUE_MIN) : 0;
  free(length);
}

// Timed samples change values of nonzeros and elements of x, odd whole numbers to others: the new sums are exact as well.
static uint64_t spmv_patch(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  uint32_t bits;
  memcpy(&bits, (const char *)c->buf[arg].data + 4 * i, sizeof bits);
  if ((arg != c->param[SPMV_X] && spmv_at(c, arg, i).row < 0) || c->spec->variant & SPMV_REAL) return bits;
  float value = (float)(2 * (int)(random % 8) - 7);
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Where the nonzeros of each column are in the array of values `arg`: place[start[j]] .. place[start[j + 1] - 1]. It is
// made at the first change of x in a case, and kept until another case or array asks.
struct spmv_columns {
  const struct pmpp_case_spec *spec;
  uint64_t seed;
  int64_t format, *start;
  int32_t *place;
};

static const struct spmv_columns *spmv_columns_of(const struct pmpp_case *c, int arg) {
  static struct spmv_columns kept[PMPP_MAX_ARGS];
  struct spmv_columns *k = &kept[arg];
  if (k->spec == c->spec && k->seed == c->seed && k->format == c->param[SPMV_FORMAT]) return k;
  free(k->start), free(k->place);
  *k = (struct spmv_columns){c->spec, c->seed, c->param[SPMV_FORMAT], NULL, NULL};
  int64_t columns = c->param[SPMV_COLUMNS], n = c->buf[arg].arg.count, *end;
  const int32_t *column = spmv_ints(c, arg - 1);
  k->start = csr_room(columns + 2, sizeof *k->start);
  k->place = csr_room(n, sizeof *k->place);
  end = k->start + 1; // of column j: counted one further on first, so that it becomes the next one's start
  for (int64_t i = 0; i < n; i++)
    if (column[i] >= 0) end[column[i] + 1]++;
  for (int64_t j = 0; j < columns; j++) end[j + 1] += end[j];
  for (int64_t i = 0; i < n; i++)
    if (column[i] >= 0) k->place[end[column[i]]++] = (int32_t)i;
  return k;
}

static void spmv_update_x(struct pmpp_case *c, int64_t j, double more) {
  double *sum = c->buf[c->param[SPMV_Y]].golden;
  for (int arg = 0; arg < c->param[SPMV_X]; arg++) {
    if (c->buf[arg].arg.type != PMPP_F32) continue;
    const struct spmv_columns *of = spmv_columns_of(c, arg);
    for (int64_t k = of->start[j]; k < of->start[j + 1]; k++) {
      struct spmv_entry e = spmv_at(c, arg, of->place[k]);
      sum[e.row] += e.value * more;
    }
  }
}

static void spmv_update(struct pmpp_case *c, int arg, int64_t i, uint64_t old_bits) {
  uint32_t bits = (uint32_t)old_bits;
  float old;
  memcpy(&old, &bits, sizeof old);
  if (arg == c->param[SPMV_X]) {
    spmv_update_x(c, i, (double)spmv_x(c)[i] - old);
    return;
  }
  struct spmv_entry e = spmv_at(c, arg, i);
  if (e.row < 0) return;
  ((double *)c->buf[c->param[SPMV_Y]].golden)[e.row] += ((double)e.value - old) * spmv_x(c)[e.column];
}

#define SPMV_LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))
#define SPMV_TASK(cases_of, make_of, gates_of)                                                               \
  .cases = cases_of, .n_cases = SPMV_LENGTH(cases_of), .make = make_of, .golden = spmv_golden,               \
  .update = spmv_update, .patch_value = spmv_patch, .gates = gates_of, .n_gates = SPMV_LENGTH(gates_of),     \
  .file_variant = SPMV_FROM_FILE | SPMV_REAL, .check_leaks = true

#endif
