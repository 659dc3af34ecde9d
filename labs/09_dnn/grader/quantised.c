// Task 9: its cases, inputs, golden results and gates.
#include "quantised.h"
#include "gates.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double U = FLT_EPSILON / 2;

// ---- cases ------------------------------------------------------------------------------------------------

enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU };

#define CASE(label, rows, columns, variant, where)                                                           \
  { label, {rows, columns}, variant, where }
#define ROWS_OF(rows, columns, variant, where) CASE(#rows " x " #columns, rows, columns, variant, where)
#define SHIFTED(rows, columns)                                                                               \
  { #rows " x " #columns ", begins one element further on", {rows, columns, ALL_SHIFTED }, WHOLE, BOTH }

const struct pmpp_case_spec quantised_cases[] = {
    ROWS_OF(1, 1, WHOLE, BOTH),
    ROWS_OF(2, 2, WHOLE, BOTH),
    ROWS_OF(3, 31, WHOLE, BOTH),
    ROWS_OF(5, 33, WHOLE, BOTH),
    ROWS_OF(3, 127, WHOLE, BOTH),
    ROWS_OF(3, 128, WHOLE, BOTH),
    ROWS_OF(4, 129, WHOLE, BOTH),
    ROWS_OF(9, 272, WHOLE, BOTH),
    ROWS_OF(33, 515, WHOLE, BOTH),
    ROWS_OF(65, 1024, WHOLE, BOTH),
    ROWS_OF(300, 3, WHOLE, BOTH),
    SHIFTED(3, 1024),
    ROWS_OF(2, 4109, WHOLE, BOTH),
    ROWS_OF(1, 8208, WHOLE, BOTH),
    ROWS_OF(7, 1001, REAL, BOTH),
    CASE("3 x 300, x up to 65504", 3, 300, LARGE, BOTH),
    CASE("3 x 300, one element of x is infinite", 3, 300, WITH_INF, BOTH),
    ROWS_OF(0, 5, WHOLE, BOTH),
    ROWS_OF(2, 131072, REAL, BOTH),
    ROWS_OF(200, 4096, REAL, BOTH | PMPP_GATED),
    ROWS_OF(8192, 8192, REAL, PMPP_ON_GPU | PMPP_TIMED),
    ROWS_OF(28672, 8192, REAL, PMPP_FULL),
    ROWS_OF(53248, 16384, REAL, PMPP_FULL),
    {"3 x 1024, x alone begins one element further on", {3, 1024, ONE_SHIFTED}, WHOLE, BOTH},
    CASE("3 x 304, one element of x is NaN", 3, 304, WITH_NAN, BOTH),
    ROWS_OF(65537, 1, WHOLE, PMPP_ON_GPU),
    ROWS_OF(3, 8192, WHOLE, BOTH),
    ROWS_OF(1451, 16384, WHOLE, PMPP_ON_GPU),
};

// ---- inputs -----------------------------------------------------------------------------------------------

static float element_of_x(int variant, uint64_t *random) {
  if (variant == REAL) return uniform(random, -1, 1);
  if (variant == LARGE) return uniform(random, 32752, 65504);
  return (float)(pmpp_random(random) % 17) - 8;
}

void make_quantised(struct pmpp_case *c) {
  int64_t rows = rows_of(c), n = columns_of(c), shift = c->spec->size[SHIFT], groups = dnn_groups(n);
  struct pmpp_buf *weights = pmpp_add(c, "weights", PMPP_IN, PMPP_U8, rows * n);
  struct pmpp_buf *scales = pmpp_add(c, "scales", PMPP_IN, PMPP_F16, rows * groups);
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F16, n);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, rows);
  weights->arg.misalign = shift == ALL_SHIFTED;
  scales->arg.misalign = shift == ALL_SHIFTED ? 2 : 0;
  x->arg.misalign = shift == NONE_SHIFTED ? 0 : 2;
  weights->columns = n;
  scales->columns = groups;
  c->param[0] = rows;
  c->param[1] = n;
  c->floor_ops = 2.0 * (double)(rows * n);
  c->floor_bytes = (double)(rows * n) + 2.0 * (double)(rows * groups + n) + 4.0 * (double)rows;
  uint64_t random = c->seed;
  bool real = c->spec->variant == REAL || c->spec->variant == LARGE;
  pmpp_fill_u8(weights->data, rows * n, c->seed + 1);
  for (int64_t i = 0; i < rows * groups; i++)
    put(scales, i, real ? uniform(&random, 0.001, 0.01) : ldexpf(1, -(int)(pmpp_random(&random) % 4)));
  for (int64_t j = 0; j < n; j++) put(x, j, element_of_x(c->spec->variant, &random));
  if (c->spec->variant == WITH_NAN) put(x, n / 3, NAN);
  if (c->spec->variant != WITH_INF) return;
  put(x, n / 3, INFINITY);
  ((int8_t *)weights->data)[n / 3] = 0; // of row 0: 0 times infinity is NaN
}

// ---- golden results ---------------------------------------------------------------------------------------

double quantised_weight(const struct pmpp_case *c, int64_t r, int64_t j) {
  int64_t n = columns_of(c);
  return ((const int8_t *)c->buf[WEIGHTS].data)[r * n + j] *
         half_at(&c->buf[SCALES], r * dnn_groups(n) + j / DNN_GROUP);
}

// Whole numbers: with scales from 1/8 on every product and every partial sum is a multiple of 1/8, and exact while the sizes
// of all terms together stay below 2^21. Otherwise a weight of 8 bits times a scale of 11 is exact in fp32, its product with
// x, or that of the group's sum with the scale, is rounded, and then come `depth` additions: (depth + 3) 2^-24 of the sizes'
// sum (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
static double bound(const struct pmpp_case *c, double sizes) {
  bool exact = c->spec->variant == WHOLE && sizes < 0x1p21;
  return exact || !isfinite(sizes) ? 0 : 1.01 * (depth(columns_of(c)) + 3) * U * sizes;
}

static void quantised_row(struct pmpp_case *c, int64_t r) {
  double sum = 0, sizes = 0;
  for (int64_t j = 0; j < columns_of(c); j++) {
    double term = quantised_weight(c, r, j) * half_at(&c->buf[TOKEN], j);
    sum += term;
    sizes += fabs(term);
  }
  ((double *)c->buf[RESULT].golden)[r] = sum;
  pmpp_bounds(&c->buf[RESULT])[r] = bound(c, sizes);
}

void golden_quantised(struct pmpp_case *c) {
  c->buf[RESULT].bound_text = "0 where all sums are exact; else (67 + columns / 32) 2^-24 sum|weight x|";
  pmpp_bounds(&c->buf[RESULT]);
  for (int64_t r = 0; r < rows_of(c); r++) quantised_row(c, r);
}

void update_quantised(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  int64_t n = columns_of(c);
  double *out = c->buf[RESULT].golden, *bounds = pmpp_bounds(&c->buf[RESULT]);
  if (arg == WEIGHTS) quantised_row(c, i / n);
  if (arg == SCALES) quantised_row(c, i / dnn_groups(n));
  if (arg != TOKEN) return;
  double was = half_value((uint16_t)old), is = half_at(&c->buf[TOKEN], i);
  for (int64_t r = 0; r < rows_of(c); r++) {
    out[r] += quantised_weight(c, r, i) * (is - was);
    bounds[r] += bound(c, fabs(quantised_weight(c, r, i))) * (fabs(is) - fabs(was));
  }
}

// ---- gates ------------------------------------------------------------------------------------------------

static double weights_of(const struct pmpp_case *c) {
  return (double)c->buf[WEIGHTS].arg.count;
}

// x is small and all rows want it, so it stays in the cache: each row may load it. A lane with 16 weights loads their
// elements of x by two requests, and both touch each of the sectors: 4 n / 32 for the 2 bytes of an element.
static double sectors_x_for_each(const struct pmpp_case *c) {
  return 1.02 * (1 + 4 + 1) * weights_of(c) / 32;
}

static double sectors_x_for_two(const struct pmpp_case *c) {
  return 1.02 * (1 + 4 / 2.0 + 1 / 16.0) * weights_of(c) / 32 + 128;
}

static double requests_16(const struct pmpp_case *c) {
  return 1.1 * 4 / 512.0 * weights_of(c) + 64;
}

const struct pmpp_gate gates_9[] = {
    {EMU_global_load_bytes, PMPP_AT_LEAST, weights_of, 0, "n: the kernels themselves read every weight",
     "the kernels do not read the weights: let them compute the result, not the host"},
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_x_for_each, 0,
     "1.02 x (1 + 4 + 1) n / 32: the weights' own sectors; those of x for each row, each of them by two "
     "requests; a scale's for each 32 weights",
     "let neighbouring lanes load neighbouring weights: a row is a warp's or a block's, not a thread's"},
    GATE_BALANCE,
    {EMU_busiest_block_share, PMPP_AT_MOST, NULL, 0.75, "0.75: no block has three quarters of the rows",
     "share the rows among many blocks: one block runs on one multiprocessor, and the rest of the device "
     "stands by"},
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_x_for_two, 0,
     "1.02 x (1 + 4/2 + 1/16) n / 32 + 128: x for two rows at once; the scales of 512 weights, in one sector",
     "let what is loaded of x, in registers or in shared memory, serve two rows or more", "x for two rows",
     2},
    {EMU_global_load_requests, PMPP_AT_MOST, requests_16, 0,
     "1.1 x 4 n / 512 + 64: a request brings 512 weights, another one their scales, two more their x",
     "load a uint4, 16 weights, where rows begin at multiples of 16 bytes", "16-byte loads", 2},
};
