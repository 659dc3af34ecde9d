// Lab 08's matrices for SpMV: by shape, in the format that a task asks for.
#include "spmv.h"
#include "matrix_file.h"
#include "spmv_bfs.h"
#include "spmv_formats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void spmv_numbers(float *x, int64_t n, int variant, uint64_t seed) {
  if (variant & SPMV_REAL) {
    pmpp_fill_f32(x, n, -1, 1, seed);
    return;
  }
  pmpp_fill_whole_f32(x, n, -4, 3, seed);
  for (int64_t i = 0; i < n; i++) x[i] = 2 * x[i] + 1;
}

static struct csr spmv_pattern(const struct pmpp_case_spec *spec, uint64_t seed) {
  const int64_t *s = spec->size;
  switch ((enum spmv_shape)(spec->variant & SPMV_SHAPES)) {
  case SPMV_RMAT:
    return csr_rmat((int)s[0], s[2], seed);
  case SPMV_GRID:
    return csr_grid(s[0], s[1], true);
  case SPMV_CHAIN:
    return csr_chain(s[0]);
  case SPMV_STAR:
    return csr_star(s[0], s[0] / 2);
  case SPMV_DISCONNECTED:
    return csr_disconnected(s[0], 37, 5);
  case SPMV_EMPTY_ROWS:
    return csr_empty_rows(s[0], s[1], s[2], s[3], seed);
  case SPMV_DENSE_ROW:
    return csr_dense_row(s[0], s[1], s[2], s[3], seed);
  case SPMV_MESH:
    return csr_mesh(s[0]);
  case SPMV_ROAD:
    return csr_road(s[0], s[1], seed);
  case SPMV_CIRCUIT:
    return csr_circuit(s[0], seed);
  case SPMV_WEB:
    return csr_web(s[0], seed);
  case SPMV_PROGRAM:
    return csr_program(s[0], s[1], seed);
  default:
    return csr_uniform(s[0], s[1], s[2], seed);
  }
}

static struct pmpp_buf *spmv_add(struct pmpp_case *c, const char *name, int role, int type, int64_t count) {
  struct pmpp_buf *b = pmpp_add(c, name, role, type, count);
  if (c->spec->variant & SPMV_SHIFTED) b->arg.misalign = 4;
  return b;
}

static void *spmv_input(struct pmpp_case *c, const char *name, int type, int64_t count) {
  return spmv_add(c, name, PMPP_IN, type, count)->data;
}

// What no kernel can do without: each nonzero's column and value, and its row in coordinates; the elements of x that some
// nonzero asks for; y; and where rows end, unless there is no nonzero to look for: the offsets of CSR, or, in a plan, a bit for
// each row and nonzero.
static double spmv_floor_bytes(const struct csr *m, enum spmv_format format, bool with_plan) {
  int64_t words = (format == COO ? 3 : 2) * m->nonzeros + m->rows, bits = (m->rows + m->nonzeros) / 32;
  if (format == CSR && m->nonzeros > 0) words += with_plan && bits < m->rows ? bits : m->rows + 1;
  char *asked = csr_room(m->columns, 1);
  for (int64_t k = 0; k < m->nonzeros; k++) {
    words += !asked[m->column[k]];
    asked[m->column[k]] = 1;
  }
  free(asked);
  return 4.0 * (double)words;
}

// The matrix in one format, then x and y. with_plan: plan and scratch between them.
static void spmv_make_from(struct pmpp_case *c, const struct csr *m, enum spmv_format format,
                           bool with_plan) {
  int64_t n = m->nonzeros, width = csr_longest(m);
  if (format == HYB) width = hyb_width(m);
  int64_t places = width * m->rows, rest = coo_count(m, width);
  void *a, *b, *d, *e;
  switch (format) {
  case COO:
    a = spmv_input(c, "row", PMPP_I32, n);
    b = spmv_input(c, "column", PMPP_I32, n);
    coo_fill(m, 0, a, b, spmv_input(c, "value", PMPP_F32, n));
    break;
  case CSR: {
    int32_t *offset = spmv_input(c, "offset", PMPP_I32, m->rows + 1);
    for (int64_t r = 0; r <= m->rows; r++) offset[r] = (int32_t)m->offset[r];
    memcpy(spmv_input(c, "column", PMPP_I32, n), m->column, (size_t)n * sizeof *m->column);
    memcpy(spmv_input(c, "value", PMPP_F32, n), m->value, (size_t)n * sizeof *m->value);
    break;
  }
  case ELL:
    a = spmv_input(c, "column", PMPP_I32, places);
    ell_fill(m, width, a, spmv_input(c, "value", PMPP_F32, places));
    break;
  case JDS:
    a = spmv_input(c, "start", PMPP_I32, width + 1);
    b = spmv_input(c, "permutation", PMPP_I32, m->rows);
    d = spmv_input(c, "column", PMPP_I32, n);
    jds_fill(m, a, b, d, spmv_input(c, "value", PMPP_F32, n));
    break;
  case HYB:
    a = spmv_input(c, "column", PMPP_I32, places);
    ell_fill(m, width, a, spmv_input(c, "value", PMPP_F32, places));
    d = spmv_input(c, "rest_row", PMPP_I32, rest);
    e = spmv_input(c, "rest_column", PMPP_I32, rest);
    coo_fill(m, width, d, e, spmv_input(c, "rest_value", PMPP_F32, rest));
    break;
  }
  c->param[SPMV_ROWS] = m->rows;
  c->param[SPMV_COLUMNS] = m->columns;
  c->param[SPMV_NONZEROS] = n;
  c->param[SPMV_WIDTH] = width;
  c->param[SPMV_FORMAT] = format;
  c->param[SPMV_X] = c->n_bufs;
  float *x = spmv_input(c, "x", PMPP_F32, m->columns);
  spmv_numbers(x, m->columns, c->spec->variant, c->seed + 1);
  if (c->spec->variant & SPMV_NOT_A_NUM) {
    x[m->columns / 3] = NAN;
    x[m->columns / 2] = -INFINITY;
  }
  if (with_plan) {
    pmpp_add(c, "plan", PMPP_PLAN, PMPP_U32, spmv_plan(m->rows, n));
    pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U32, spmv_scratch(m->rows, n));
  }
  c->param[SPMV_Y] = c->n_bufs;
  spmv_add(c, "y", PMPP_OUT, PMPP_F32, m->rows);
  c->floor_bytes = spmv_floor_bytes(m, format, with_plan);
  c->floor_ops = 2.0 * (double)n;
}

static void spmv_make(struct pmpp_case *c, enum spmv_format format, bool with_plan) {
  if ((c->spec->variant & SPMV_SHAPES) == SPMV_FROM_FILE) {
    spmv_make_from(c, &csr_of_file, format, with_plan);
    return;
  }
  struct csr m = spmv_pattern(c->spec, c->seed);
  m.value = csr_room(m.nonzeros, sizeof *m.value);
  spmv_numbers(m.value, m.nonzeros, c->spec->variant, c->seed + 2);
  spmv_make_from(c, &m, format, with_plan);
  csr_free(&m);
}

#define SPMV_MAKE(name, format, with_plan)                                                                   \
  void spmv_make_##name(struct pmpp_case *c) {                                                               \
    spmv_make(c, format, with_plan);                                                                         \
  }
SPMV_MAKE(coo, COO, false)
SPMV_MAKE(csr, CSR, false)
SPMV_MAKE(ell, ELL, false)
SPMV_MAKE(jds, JDS, false)
SPMV_MAKE(hyb, HYB, false)
SPMV_MAKE(merge, CSR, true)
