// Lab 09's golden results, and how far a result may be from them.
#include "parts.h"
#include "base/parallel.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double U = FLT_EPSILON / 2; // an fp32 rounding, 2^-24

// Additions that one element of a row of n goes through: a warp may add up a row one by one, 32 at a time, and then trees
// follow.
double depth(int64_t n) {
  return 64 + (double)n / 32;
}

struct lines {
  struct pmpp_case *c;
  void (*line)(struct pmpp_case *c, int64_t i);
};

static void some_lines(void *context, int64_t begin, int64_t end) {
  const struct lines *l = context;
  for (int64_t i = begin; i < end; i++) l->line(l->c, i);
}

void each_line(struct pmpp_case *c, int output, int64_t n, int64_t work,
               void (*line)(struct pmpp_case *c, int64_t i)) {
  pmpp_bounds(&c->buf[output]);
  parallel_for(n, (1 << 20) / (work + 1) + 1, some_lines, &(struct lines){c, line});
}

uint64_t patch_first(const struct pmpp_case *c, int arg, int64_t i, uint64_t random) {
  const struct pmpp_arg *a = &c->buf[arg].arg;
  int64_t from = arg == 0 ? (int64_t)(random % (uint64_t)a->count) : i;
  size_t size = (size_t)pmpp_type_size(a->type);
  uint64_t bits = 0;
  memcpy(&bits, (const char *)c->buf[arg].data + (size_t)from * size, size);
  return bits;
}

// ---- tasks 1 to 3: softmax --------------------------------------------------------------------------------

// Let x be an element of a row of n, m the row's maximum, y the result. x - m is rounded, and so is the argument of each
// rescaling on the way to m: relative to an exponential, 2^-24 of a distance to m. An exponential itself is off by 2 units
// in the last place, __expf's by 2 + 1.17 |argument| (CUDA's programming guide). For the sum the distances count by the
// exponentials' share of it: their mean is the entropy of the row, ln n at most. That is 4 (m - x + ln n) + 16 roundings.
// In the sum an element goes through `depth` additions, each with a rescaling, 7 roundings together, whose signs are
// random: 4 times the square root (Higham and Mary, SIAM J. Sci. Comput. 41, 2019, with lambda = 4). Where all elements
// that count are equal, all exponentials are 1 and the sum is exact: 8 roundings, and 4 |m| for a kernel that rounds the
// product m log2(e).
static double softmax_bound(int variant, int64_t n, double m, double x, double y) {
  bool exact = variant == EQUAL || variant == MASKED;
  double roundings = exact ? 8 + 4 * fabs(m) : 4 * (m - x + log((double)n)) + 16 + 28 * sqrt(depth(n));
  return y > 0 && isfinite(y) ? 1.01 * roundings * U * y + FLT_MIN : FLT_MIN;
}

static void softmax_row(struct pmpp_case *c, int64_t row) {
  struct pmpp_buf *out = &c->buf[c->n_bufs - 1];
  int64_t n = columns_of(c);
  const float *x = (const float *)c->buf[0].data + row * n;
  double *want = (double *)out->golden + row * n, *bounds = pmpp_bounds(out) + row * n;
  double max = -INFINITY, sum = 0;
  for (int64_t j = 0; j < n; j++) max = fmax(max, x[j]);
  double from = isinf(max) && max < 0 ? 0 : max;
  for (int64_t j = 0; j < n; j++) sum += want[j] = exp(x[j] - from);
  for (int64_t j = 0; j < n; j++) {
    want[j] = sum == 0 ? 0 : want[j] / sum;
    bounds[j] = softmax_bound(c->spec->variant, n, from, x[j], want[j]);
  }
}

void golden_softmax(struct pmpp_case *c) {
  bool exact = c->spec->variant == EQUAL || c->spec->variant == MASKED;
  c->buf[c->n_bufs - 1].bound_text =
      exact ? "(8 + 4 |max|) 2^-24 of the result: the sum is exact"
            : "(4 (max - x + ln n) + 16 + 28 sqrt(64 + n / 32)) 2^-24 of the result";
  each_line(c, c->n_bufs - 1, rows_of(c), columns_of(c), softmax_row);
}

void update_softmax(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  softmax_row(c, i / columns_of(c));
}

// ---- task 4: layer normalisation --------------------------------------------------------------------------

// Let d be `depth`, a the mean of |x|. The mean is off by e = 2 d U a: d additions, or steps of Welford's rule, which round
// twice. The variance v is the mean of (x - mean)^2: 2 (d + 4) U v by its own additions, and by an error e in the means
// that it is taken about 2 sqrt(v) e + e^2. (Chan, Golub and LeVeque, The American Statistician 37, 1983, have the same
// condition number, sqrt(1 + mean^2 / v); the sum of squares has its square.) Its share q of 2 (v + eps) is the relative
// error of 1 / sqrt(v + eps), and less than 1/4 in all cases. What is left is the last formula's own roundings.
static void layer_norm_row(struct pmpp_case *c, int64_t row) {
  int64_t n = columns_of(c);
  const float *x = (const float *)c->buf[0].data + row * n, *gamma = c->buf[1].data, *beta = c->buf[2].data;
  struct pmpp_buf *out = &c->buf[3];
  double *want = (double *)out->golden + row * n, *bounds = pmpp_bounds(out) + row * n;
  double sum = 0, abs = 0, squares = 0, eps = (float)c->real[0], d = depth(n);
  for (int64_t j = 0; j < n; j++) sum += x[j], abs += fabsf(x[j]);
  double mean = sum / (double)n;
  for (int64_t j = 0; j < n; j++) squares += (x[j] - mean) * (x[j] - mean);
  double variance = squares / (double)n, scale = 1 / sqrt(variance + eps);
  double e = 2 * d * U * abs / (double)n;
  double q = (2 * (d + 4) * U * variance + 2 * sqrt(variance) * e + e * e) / (2 * (variance + eps)) * 1.5;
  for (int64_t j = 0; j < n; j++) {
    double normed = (x[j] - mean) * scale;
    want[j] = normed * gamma[j] + beta[j];
    bounds[j] = 1.01 * (fabs(gamma[j]) * (scale * (e + U * fabs(x[j])) * (1 + q) + fabs(normed) * q) +
                        8 * U * (fabs(normed * gamma[j]) + fabs(beta[j])));
  }
}

void golden_layer_norm(struct pmpp_case *c) {
  c->buf[3].bound_text =
      "2 (64 + n / 32) 2^-24 mean|x| in the mean, and what follows for the variance and the result";
  each_line(c, 3, rows_of(c), columns_of(c), layer_norm_row);
}

void update_layer_norm(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)old;
  if (arg == 0) layer_norm_row(c, i / columns_of(c));
}

// ---- task 5: RMS normalisation ----------------------------------------------------------------------------

enum { X, RESIDUAL, WEIGHT, NORMED };

// h is exact: one addition and one rounding. The result is rounded to bfloat16, which has 8 significant bits: half a unit of
// the last one. Before that the sum of squares, all of one sign, is off by d 2^-24, its square root by half of that, and the
// rest by a few roundings.
static double rms_norm_bound(double want, double d) {
  int exponent;
  frexp(want, &exponent); // |want| is 2^(exponent - 1) to 2^exponent
  return isfinite(want) ? ldexp(1, exponent - 9) + 1.01 * (d / 2 + 8) * U * fabs(want) + FLT_MIN : 0;
}

static void rms_norm_row(struct pmpp_case *c, int64_t row) {
  int64_t n = columns_of(c);
  const uint16_t *x = (const uint16_t *)c->buf[X].data + row * n, *weight = c->buf[WEIGHT].data;
  const uint16_t *old = (const uint16_t *)c->buf[RESIDUAL].data + row * n;
  double *h = (double *)c->buf[RESIDUAL].golden + row * n, *want = (double *)c->buf[NORMED].golden + row * n;
  double squares = 0, eps = (float)c->real[0], *bounds = pmpp_bounds(&c->buf[NORMED]) + row * n;
  for (int64_t j = 0; j < n; j++) {
    h[j] = bf16_value(to_bf16(bf16_value(x[j]) + bf16_value(old[j])));
    squares += h[j] * h[j];
  }
  double scale = 1 / sqrt(squares / (double)n + eps);
  for (int64_t j = 0; j < n; j++) {
    want[j] = h[j] * scale * bf16_value(weight[j]);
    bounds[j] = rms_norm_bound(want[j], depth(n));
  }
}

void golden_rms_norm(struct pmpp_case *c) {
  c->buf[RESIDUAL].bound_text = "0: the sum of two bfloat16, rounded to bfloat16";
  c->buf[NORMED].bound_text = "half a unit in the last place of a bfloat16, and (80 + n / 32) 2^-25 of the "
                              "result before the rounding";
  each_line(c, NORMED, rows_of(c), columns_of(c), rms_norm_row);
}

void update_rms_norm(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)old;
  if (arg == X) rms_norm_row(c, i / columns_of(c));
}
