// Lab 08's likely mistakes in SpMV, and what comes of them.
#include "spmv.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct pmpp_buf *y_of(struct pmpp_case *c) {
  return &c->buf[c->param[SPMV_Y]];
}

static float element(const struct pmpp_case *c, int arg, int64_t k) {
  return ((const float *)c->buf[arg].data)[k];
}

// ---- which of a row's nonzeros take part ------------------------------------------------------------------

// y, when nonzero k of a row of CSR takes part only where k < most.
static void first_of_row(struct pmpp_case *c, int64_t most) {
  const int32_t *offset = spmv_ints(c, CSR_OFFSET), *column = spmv_ints(c, CSR_COLUMN);
  double *y = y_of(c)->golden;
  spmv_golden(c);
  for (int64_t r = 0; r < c->param[SPMV_ROWS]; r++)
    for (int64_t k = offset[r] + most; k < offset[r + 1]; k++)
      y[r] -= (double)element(c, CSR_VALUE, k) * element(c, (int)c->param[SPMV_X], column[k]);
}

static void first_32(struct pmpp_case *c) {
  first_of_row(c, 32);
}

static void first_alone(struct pmpp_case *c) {
  first_of_row(c, 1);
}

static void last_missing(struct pmpp_case *c) {
  const int32_t *offset = spmv_ints(c, CSR_OFFSET), *column = spmv_ints(c, CSR_COLUMN);
  double *y = y_of(c)->golden;
  spmv_golden(c);
  for (int64_t r = 0; r < c->param[SPMV_ROWS]; r++) {
    int64_t k = offset[r + 1] - 1;
    if (k >= offset[r])
      y[r] -= (double)element(c, CSR_VALUE, k) * element(c, (int)c->param[SPMV_X], column[k]);
  }
}

// Lane l of a warp has the nonzeros from l on, each of them, and not every 32nd.
static void lanes_by_one(struct pmpp_case *c) {
  const int32_t *offset = spmv_ints(c, CSR_OFFSET), *column = spmv_ints(c, CSR_COLUMN);
  double *y = y_of(c)->golden;
  spmv_golden(c);
  for (int64_t r = 0; r < c->param[SPMV_ROWS]; r++)
    for (int64_t k = offset[r]; k < offset[r + 1]; k++) {
      int64_t more = k - offset[r] < 31 ? k - offset[r] : 31; // lanes besides one
      y[r] += (double)more * element(c, CSR_VALUE, k) * element(c, (int)c->param[SPMV_X], column[k]);
    }
}

#define CSR_MISTAKES                                                                                         \
  {"of each row only the first 32 nonzeros are added: longer rows need a loop", first_32},                   \
      {"of each row only the first nonzero is added: the others need a loop", first_alone}, {                \
    "of each row the last nonzero is left out: row r ends before offset[r + 1]", last_missing                \
  }

const struct pmpp_mistake csr_mistakes[4] = {
    CSR_MISTAKES,
    {"nonzero k of a row is added by each of the lanes 0 to k: a lane's next one is 32 further on, not 1",
     lanes_by_one}};

// ---- coordinates ------------------------------------------------------------------------------------------

// y, when nonzero k is multiplied by x[place] and added to y[to], both from the arrays of these arguments.
static void coo_with(struct pmpp_case *c, int to, int place) {
  const int32_t *rows = spmv_ints(c, to), *columns = spmv_ints(c, place);
  double *y = y_of(c)->golden;
  spmv_golden(c);
  for (int64_t r = 0; r < c->param[SPMV_ROWS]; r++) y[r] = 0;
  for (int64_t k = 0; k < c->param[SPMV_NONZEROS]; k++) {
    int64_t x = columns[k] % c->param[SPMV_COLUMNS];
    y[rows[k] % c->param[SPMV_ROWS]] +=
        (double)element(c, COO_VALUE, k) * element(c, (int)c->param[SPMV_X], x);
  }
}

static void x_of_row(struct pmpp_case *c) {
  coo_with(c, COO_ROW, COO_ROW);
}

static void coo_exchanged(struct pmpp_case *c) {
  coo_with(c, COO_COLUMN, COO_ROW);
}

const struct pmpp_mistake coo_mistakes[2] = {
    {"nonzero k is multiplied by x[row[k]]: it belongs to x[column[k]]", x_of_row},
    {"row and column are exchanged: value[k] * x[column[k]] belongs to y[row[k]]", coo_exchanged},
};

// ---- formats in columns -----------------------------------------------------------------------------------

// Places of ELLPACK read as if those of a row were side by side; padding is passed over, or ends the row.
static void ell_rows(struct pmpp_case *c, bool padding_ends) {
  int64_t rows = c->param[SPMV_ROWS], width = c->param[SPMV_WIDTH];
  const int32_t *column = spmv_ints(c, ELL_COLUMN);
  double *y = y_of(c)->golden;
  spmv_golden(c); // for the bounds
  for (int64_t r = 0; r < rows; r++) {
    y[r] = 0;
    for (int64_t k = r * width; k < (r + 1) * width && (column[k] >= 0 || !padding_ends); k++)
      if (column[k] >= 0)
        y[r] += (double)element(c, ELL_VALUE, k) * element(c, (int)c->param[SPMV_X], column[k]);
  }
}

static void ell_by_rows(struct pmpp_case *c) {
  ell_rows(c, false);
}

static void ell_by_rows_to_padding(struct pmpp_case *c) {
  ell_rows(c, true);
}

#define BY_ROWS                                                                                              \
  "the matrix is read as if the places of a row were side by side: place j of row r has the index "          \
  "j * rows + r"

const struct pmpp_mistake ell_mistakes[2] = {{BY_ROWS, ell_by_rows}, {BY_ROWS, ell_by_rows_to_padding}};

// y[permutation[i]] is stored in y[i].
static void not_permuted(struct pmpp_case *c) {
  int64_t rows = c->param[SPMV_ROWS];
  const int32_t *permutation = spmv_ints(c, JDS_PERMUTATION);
  double *y = y_of(c)->golden, *sum = malloc((size_t)(rows + 1) * sizeof *sum);
  if (!sum) abort();
  spmv_golden(c);
  memcpy(sum, y, (size_t)rows * sizeof *sum);
  for (int64_t i = 0; i < rows; i++) y[i] = sum[permutation[i]];
  free(sum);
}

const struct pmpp_mistake jds_mistakes[1] = {
    {"row i of the sorted ones is stored in y[i]: its index is permutation[i]", not_permuted},
};

// ---- two parts --------------------------------------------------------------------------------------------

static void without(struct pmpp_case *c, int values) { // of one part all are 0
  memset(c->buf[values].data, 0, (size_t)c->buf[values].arg.count * sizeof(float));
  spmv_golden(c);
}

// Padding of ELLPACK stays what it is: it has no column.
static void rest_alone(struct pmpp_case *c) {
  without(c, HYB_VALUE);
}

static void rest_missing(struct pmpp_case *c) {
  without(c, HYB_REST_VALUE);
}

const struct pmpp_mistake hyb_mistakes[2] = {
    {"y holds what the rest, in coordinates, adds up to; ELLPACK's part is overwritten, or left out: it "
     "comes "
     "first, and the rest is only added",
     rest_alone},
    {"y holds ELLPACK's part alone: the rest, in coordinates, is overwritten, or left out: it is added after "
     "it",
     rest_missing},
};

// ---- equal shares -----------------------------------------------------------------------------------------

// Is the element right, or that of a row with nonzeros?
static bool not_empty(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  const struct pmpp_case *c = b->context;
  const int32_t *offset = spmv_ints(c, CSR_OFFSET);
  double want = ((const double *)b->golden)[i];
  uint32_t low = (uint32_t)bits;
  float got;
  memcpy(&got, &low, sizeof got);
  return offset[i] < offset[i + 1] || fabs(got - want) <= b->bounds[i];
}

static void carry(struct pmpp_case *c) {
  spmv_golden(c);
  y_of(c)->accept = not_empty;
  y_of(c)->context = c;
}

const struct pmpp_mistake merge_mistakes[4] = {
    CSR_MISTAKES,
    {"empty rows are right, others are not: is what a share has left over at its end handed on, from thread "
     "to "
     "thread, warp to warp and tile to tile, once, and no further than the row's end?",
     carry},
};
