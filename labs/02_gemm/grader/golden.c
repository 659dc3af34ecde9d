// Lab 02's golden results, and how far a result may be from them.
#include "parts.h"
#include "base/parallel.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whole numbers: every partial sum is a whole number below 2^24, exact in any order, also in a tensor core, and the
// bound is 0.
// Otherwise let p be the k products of an element, whose signs are random, u = 2^-24 a rounding and
// r = sqrt(sum p^2). Partial sums are random walks, below 4r with certainty enough (Hoeffding: 1 in 1500 for each, and
// the bound has to fail for many). Roundings that are independent then add up to at most 4 u sqrt(k) 4r (Higham and
// Mary, A new approach to probabilistic rounding error analysis, SIAM J. Sci. Comput. 41, 2019, with lambda = 4), and
// alpha, beta and the last addition round four times more.
// An element as a sum of two tf32 numbers is exact to 2u, and low x low is below 4u: at most 8 u of each product, 8 u r of a
// sum, for which the same bound has room.
// A tensor core cuts off instead of rounding, at least 8 products at a time: up to 2^-23 of a partial sum, and always
// towards 0: k/8 2^-23 4r more.
static double bound(const struct pmpp_case *c, double rms, double sum, double old) {
  double k = (double)c->spec->size[K], u = 0x1p-24;
  double cut = c->buf[A].arg.type == PMPP_F16 ? k / 8 * 2 * u * 4 * rms : 0;
  return fabs(c->real[0]) * (16 * sqrt(k) * u * rms + cut) +
         4 * u * (fabs(c->real[0] * sum) + fabs(c->real[1] * old));
}

static void *must_have(size_t bytes) {
  void *p = malloc(bytes + 1);
  if (p) return p;
  fprintf(stderr, "lab 02: out of memory for %zu bytes\n", bytes);
  exit(99);
}

static const float *values(const struct pmpp_buf *b) { // of a whole buffer; freed by release()
  if (b->arg.type == PMPP_F32) return b->data;
  float *x = must_have((size_t)b->arg.count * sizeof *x);
  for (int64_t i = 0; i < b->arg.count; i++) x[i] = value(b, i);
  return x;
}

static void release(const struct pmpp_buf *b, const float *x) {
  if (x != b->data) free((void *)x);
}

// A row of A B, from a row of A; squares: the sum of the squares of each element's products, or NULL.
static void product_row(const float *a, const float *b, int64_t n, int64_t k, double *sum, double *squares) {
  memset(sum, 0, (size_t)n * sizeof *sum);
  if (squares) memset(squares, 0, (size_t)n * sizeof *squares);
  for (int64_t l = 0; l < k; l++) {
    for (int64_t j = 0; j < n; j++) sum[j] += (double)a[l] * b[l * n + j];
    for (int64_t j = 0; j < n && squares; j++) {
      double product = (double)a[l] * b[l * n + j];
      squares[j] += product * product;
    }
  }
}

// TIMED: C = A B with alpha = 1, beta = 0. Only PERIOD rows are multiplied, the others are these or their opposites.
static void golden_timed(const struct pmpp_case *c, const float *a, const float *b, struct pmpp_buf *out,
                         double *squares) {
  int64_t m = c->spec->size[M], n = c->spec->size[N], k = c->spec->size[K];
  double *want = out->golden;
  for (int64_t i = 0; i < m && i < PERIOD; i++)
    product_row(&a[i * k], b, n, k, &want[i * n], i == 0 ? squares : NULL);
  for (int64_t i = PERIOD; i < m; i++) {
    const double *same = &want[i % PERIOD * n];
    double sign = signbit(a[i * k]) != signbit(a[i % PERIOD * k]) ? -1 : 1;
    for (int64_t j = 0; j < n; j++) want[i * n + j] = sign * same[j];
  }
  // One bound for all: a tenth above the first row's largest.
  for (int64_t j = 0; j < n; j++)
    out->abs_bound = fmax(out->abs_bound, 1.1 * bound(c, sqrt(squares[j]), want[j], 0));
}

struct product {
  const struct pmpp_case *c;
  const float *a, *b;
  double *want, *bounds; // bounds: NULL where every sum is exact
};

static void golden_rows(void *context, int64_t begin, int64_t end) {
  const struct product *p = context;
  const struct pmpp_case *c = p->c;
  int64_t n = c->spec->size[N], k = c->spec->size[K];
  const float *old = c->real[1] != 0 ? c->buf[C].data : NULL;
  double *squares = must_have((size_t)n * sizeof *squares);
  for (int64_t i = begin; i < end; i++) {
    double *want = &p->want[i * n];
    product_row(&p->a[i * k], p->b, n, k, want, p->bounds ? squares : NULL);
    for (int64_t j = 0; j < n; j++) {
      double sum = want[j], before = old ? old[i * n + j] : 0;
      want[j] = c->real[0] * sum + c->real[1] * before;
      if (p->bounds) p->bounds[i * n + j] = bound(c, sqrt(squares[j]), sum, before);
    }
  }
  free(squares);
}

static void golden_all(const struct pmpp_case *c, const float *a, const float *b, struct pmpp_buf *out,
                       double *bounds) {
  enum { WORK = 1 << 20 }; // products: enough for a thread
  int64_t m = c->spec->size[M], n = c->spec->size[N], k = c->spec->size[K];
  struct product p = {c, a, b, out->golden, bounds};
  parallel_for(m, WORK / (n * k + 1) + 1, golden_rows, &p);
}

void golden(struct pmpp_case *c) {
  struct pmpp_buf *out = &c->buf[C];
  const float *a = values(&c->buf[A]), *b = values(&c->buf[B]);
  double *squares = must_have((size_t)c->spec->size[N] * sizeof *squares);
  int variant = c->spec->variant;
  bool exact = variant != REAL && variant != MAGNITUDES && variant != TIMED;
  out->bound_text = exact ? "0: every partial sum is exact"
                    : c->buf[A].arg.type == PMPP_F16
                        ? "(16 sqrt(k) + k) 2^-24 sqrt(sum (a b)^2), and four roundings"
                        : "16 sqrt(k) 2^-24 sqrt(sum (a b)^2), and four roundings";
  if (variant == TIMED)
    golden_timed(c, a, b, out, squares);
  else
    golden_all(c, a, b, out, exact ? NULL : pmpp_bounds(out));
  free(squares);
  release(&c->buf[A], a);
  release(&c->buf[B], b);
}

// A timed sample changed one element of A, which changes a row of C, or one of B, which changes a column.
void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old_bits) {
  int64_t m = c->spec->size[M], n = c->spec->size[N], k = c->spec->size[K];
  struct pmpp_buf *x = &c->buf[arg];
  double *want = c->buf[C].golden;
  uint32_t low = (uint32_t)old_bits;
  float old;
  memcpy(&old, &low, sizeof old);
  double change = value(x, i) - (x->arg.type == PMPP_F16 ? half_value((uint16_t)old_bits) : old);
  if (arg == A)
    for (int64_t j = 0, row = i / k, l = i % k; j < n; j++)
      want[row * n + j] += change * value(&c->buf[B], l * n + j);
  else
    for (int64_t row = 0, l = i / n, j = i % n; row < m; row++)
      want[row * n + j] += change * value(&c->buf[A], row * k + l);
}
