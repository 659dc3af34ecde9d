// Lab 08's golden results for SpMV, and how they follow the changes of timed samples.
#include "spmv.h"
#include "csr.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static float *spmv_x(const struct pmpp_case *c) {
  return c->buf[c->param[SPMV_X]].data;
}

// y and each element's bound, in double. Odd whole numbers from -7 to 7: every partial sum of a row of fewer than 2^24 / 49
// nonzeros is a whole number below 2^24, hence exact in any order; the longer rows of timed cases have partial sums
// whose standard deviation is 21 sqrt(length), below 2^18. So the bound is 0.
// Real numbers: a product is rounded once, and a sum of L of them takes at most L - 1 additions in a row, each rounding
// by at most 2^-24 of its result: L 2^-24 sum|a x| (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
// 1 % is for the higher orders; a product too small for a float's exponent is off by 2^-149 at most.
void spmv_golden(struct pmpp_case *c) {
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
uint64_t spmv_patch(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
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

void spmv_update(struct pmpp_case *c, int arg, int64_t i, uint64_t old_bits) {
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
