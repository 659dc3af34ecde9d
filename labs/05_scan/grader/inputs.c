// Lab 05's inputs and the arguments of each case.
#include "parts.h"
#include <math.h>
#include <string.h>

// ---- cases of the scans -----------------------------------------------------------------------------------

static void fill(float *x, int64_t n, int variant, uint64_t seed) {
  uint64_t place = seed;
  int64_t one = n / 3 + (n ? (int64_t)(pmpp_random(&place) % (uint64_t)(n / 3 + 1)) : 0);
  switch (variant) {
  case WHOLE:
  case TINY:
  case LATE:
  case WITH_NAN:
  case WITH_INF:
    pmpp_fill_whole_f32(x, n, -32, 31, seed);
    for (int64_t i = 0; i < n; i++) x[i] = (2 * x[i] + 1) * (variant == TINY ? 0x1p-60f : 1);
    if (variant == LATE) memset(x, 0, (size_t)(n / 2) * sizeof *x);
    if (variant == WITH_NAN) x[one] = NAN;
    if (variant == WITH_INF) x[one] = -INFINITY;
    break;
  case MIXED:
    pmpp_fill_whole_f32(x, n, -20, -6, seed);
    for (int64_t i = 0; i < n; i++) x[i] = ldexpf(pmpp_random(&place) % 2 ? 1 : -1, (int)x[i]);
    break;
  case REAL:
    pmpp_fill_f32(x, n, -1, 1, seed);
    break;
  case HUGE_ONE:
    for (int64_t i = 0; i < n; i++) x[i] = 1;
    x[one] = 1 << 23;
    break;
  }
}

// ---- tasks 1 to 5: tiles ----------------------------------------------------------------------------------

void make_tiles(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, PMPP_F32, n);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, n);
  c->param[0] = n;
  c->floor_bytes = 8.0 * (double)n;
  fill(in->data, n, c->spec->variant, c->seed);
}

// ---- tasks 6 and 7: whole arrays --------------------------------------------------------------------------

void make_three_phase(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, PMPP_F32, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_F32, scan_sums(n));
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, n);
  c->param[0] = n;
  c->floor_bytes = 8.0 * (double)n;
  fill(in->data, n, c->spec->variant, c->seed);
}

void make_look_back(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  bool is_int = c->spec->variant == INT_ALL;
  int type = is_int ? PMPP_I32 : PMPP_F32;
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, type, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U64, scan_words(n));
  pmpp_add(c, "out", PMPP_OUT, type, n);
  c->param[0] = n;
  c->param[1] = c->spec->size[1];
  c->param[2] = is_int;
  c->floor_bytes = 8.0 * (double)n;
  if (is_int)
    pmpp_fill_i32(in->data, n, INT32_MIN, INT32_MAX, c->seed);
  else
    fill(in->data, n, c->spec->variant, c->seed);
}

// ---- task 8: compaction -----------------------------------------------------------------------------------

static void fill_for_compaction(int32_t *x, int64_t n, int keep, uint64_t seed) {
  static const int32_t extreme[] = {INT32_MIN, -1, 0, 1, INT32_MAX};
  if (keep == NONE)
    pmpp_fill_i32(x, n, -8, 0, seed);
  else if (keep == ALL)
    pmpp_fill_i32(x, n, 1, 8, seed);
  else if (keep == FEW)
    pmpp_fill_i32(x, n, -14, 1, seed);
  else
    pmpp_fill_i32(x, n, INT32_MIN, INT32_MAX, seed);
  for (int64_t i = 0; i < n; i++) {
    if (keep == ALTERNATE) x[i] = i % 2 ? 0 : (int32_t)(i / 2 + 1);
    if (keep == EXTREMES) x[i] = extreme[(uint32_t)x[i] % 5];
    if (keep == LAST_ONE) x[i] = i == n - 1;
    if (keep == LONG_RUNS) x[i] = i / 1000 % 2 ? 0 : (int32_t)i + 1;
  }
}

void make_compaction(struct pmpp_case *c) {
  int64_t n = c->spec->size[0], kept = 0;
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, PMPP_I32, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U64, scan_words(n));
  pmpp_add(c, "out", PMPP_OUT, PMPP_I32, n);
  pmpp_add(c, "count", PMPP_OUT, PMPP_I64, 1);
  c->param[0] = n;
  fill_for_compaction(in->data, n, c->spec->variant, c->seed);
  for (int64_t i = 0; i < n; i++) kept += ((const int32_t *)in->data)[i] > 0;
  c->floor_bytes = 4.0 * (double)(n + kept) + 8;
}

// ---- task 9: row pointers ---------------------------------------------------------------------------------

void make_csr(struct pmpp_case *c) {
  int64_t entries = c->spec->size[0], rows = c->spec->size[1];
  struct pmpp_buf *in = pmpp_add(c, "row", PMPP_IN, PMPP_I32, entries);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U64, scan_words(rows + 1));
  pmpp_add(c, "row_ptr", PMPP_OUT, PMPP_I32, rows + 1);
  c->param[0] = entries;
  c->param[1] = rows;
  c->floor_bytes = 4.0 * (double)(entries + rows + 1);
  int32_t *row = in->data;
  pmpp_fill_i32(row, entries, 0, (int32_t)(rows - 1), c->seed);
  for (int64_t k = 0; k < entries; k++) {
    if (c->spec->variant == SORTED) row[k] = (int32_t)(k * rows / entries);
    if (c->spec->variant == BACKWARDS) row[k] = (int32_t)(rows - 1 - k * rows / entries);
    if (c->spec->variant == HALF_IN_1 && k % 2) row[k] = 1;
    if (c->spec->variant == LAST_ROW) row[k] = (int32_t)(rows - 1);
    if (c->spec->variant == EVEN_ROWS) row[k] -= row[k] % 2;
  }
}
