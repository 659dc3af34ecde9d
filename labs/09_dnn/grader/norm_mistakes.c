// Tasks 4 and 5, the norms: their likely mistakes, and what comes of them.
#include "parts.h"
#include <math.h>

// ---- task 4: layer normalisation --------------------------------------------------------------------------

static void layer_norm_with(struct pmpp_case *c, double divisor_less, bool eps_outside, double beta_share) {
  int64_t n = columns_of(c);
  golden_layer_norm(c);
  const float *gamma = c->buf[1].data, *beta = c->buf[2].data;
  for (int64_t r = 0; r < rows_of(c); r++) {
    const float *x = (const float *)c->buf[0].data + r * n;
    double *want = (double *)c->buf[3].golden + r * n, sum = 0, squares = 0;
    for (int64_t j = 0; j < n; j++) sum += x[j];
    double mean = sum / (double)n;
    for (int64_t j = 0; j < n; j++) squares += (x[j] - mean) * (x[j] - mean);
    double variance = squares / ((double)n - divisor_less), eps = c->real[0];
    double root = eps_outside ? sqrt(variance) + eps : sqrt(variance + eps);
    for (int64_t j = 0; j < n; j++) want[j] = (x[j] - mean) / root * gamma[j] + beta_share * beta[j];
  }
}

static void one_column(struct pmpp_case *c) { // 0 / 0, or 0 x infinity
  golden_layer_norm(c);
  for (int64_t i = 0; i < c->buf[3].arg.count && columns_of(c) == 1; i++)
    ((double *)c->buf[3].golden)[i] = NAN;
}

static void one_less(struct pmpp_case *c) {
  layer_norm_with(c, 1, false, 1);
}

static void eps_outside(struct pmpp_case *c) {
  layer_norm_with(c, 0, true, 1);
}

static void no_beta(struct pmpp_case *c) {
  layer_norm_with(c, 0, false, 0);
}

// The row's elements as they are, over its deviation.
static void mean_kept(struct pmpp_case *c) {
  int64_t n = columns_of(c);
  golden_layer_norm(c);
  const float *gamma = c->buf[1].data, *beta = c->buf[2].data;
  for (int64_t r = 0; r < rows_of(c); r++) {
    const float *x = (const float *)c->buf[0].data + r * n;
    double *want = (double *)c->buf[3].golden + r * n, sum = 0, squares = 0;
    for (int64_t j = 0; j < n; j++) sum += x[j];
    double mean = sum / (double)n;
    for (int64_t j = 0; j < n; j++) squares += (x[j] - mean) * (x[j] - mean);
    double root = sqrt(squares / (double)n + c->real[0]);
    for (int64_t j = 0; j < n; j++) want[j] = x[j] / root * gamma[j] + beta[j];
  }
}

static void usual_eps(struct pmpp_case *c) { // of either norm
  double eps = c->real[0];
  c->real[0] = 1e-5;
  c->buf[3].arg.type == PMPP_BF16 ? golden_rms_norm(c) : golden_layer_norm(c);
  c->real[0] = eps;
}

// Most threads of a block of 256 have no element of a short row.
static void empty_parts(struct pmpp_case *c) {
  golden_layer_norm(c);
  for (int64_t i = 0; i < c->buf[3].arg.count && columns_of(c) < 256; i++)
    ((double *)c->buf[3].golden)[i] = NAN;
}

static bool any_written(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  (void)b, (void)i;
  return (uint32_t)bits != UINT32_MAX;
}

// A difference of sums that are 2^20 times as large keeps so little of the variance that anything may come of it, NaN too. Where
// only such cases are wrong, this is why: each other mistake shows in one of those before.
static void sums_of_squares(struct pmpp_case *c) {
  int64_t n = columns_of(c);
  golden_layer_norm(c);
  for (int64_t r = 0; r < rows_of(c); r++) {
    const float *x = (const float *)c->buf[0].data + r * n;
    double sum = 0, squares = 0;
    for (int64_t j = 0; j < n; j++) sum += x[j];
    double mean = sum / (double)n;
    for (int64_t j = 0; j < n; j++) squares += (x[j] - mean) * (x[j] - mean);
    if (!(mean * mean > 0x1p20 * squares / (double)n)) return;
  }
  c->buf[3].accept = any_written;
}

const struct pmpp_mistake layer_norm_mistakes[8] = {
    {"the variance of a single column is 0: divide the squares by columns, not by columns - 1, and add eps "
     "under the root",
     one_column},
    {"the variance is divided by columns - 1: here it is the mean of the squares, over all columns",
     one_less},
    {"eps is added to the root: it belongs under the root, to the variance", eps_outside},
    {"beta is left out", no_beta},
    {"the mean is not subtracted: (x - mean) is divided by the deviation, not x", mean_kept},
    {"eps is the argument of that name, not a number near 1e-5", usual_eps},
    {"two parts without elements are merged, and 0 / 0 is NaN: threads past the row's end have none",
     empty_parts},
    {"where the mean is large, mean(x^2) - mean(x)^2 has no precision left: add up (x - mean)^2, or use "
     "Welford's rule",
     sums_of_squares},
};

// ---- task 5: RMS normalisation ----------------------------------------------------------------------------

// Of h as it is in the residual's golden result.
static void rms_norm_of(struct pmpp_case *c, const double *h, double mean_share, bool twice) {
  int64_t n = columns_of(c);
  const uint16_t *weight = c->buf[2].data;
  for (int64_t r = 0; r < rows_of(c); r++, h += n) {
    double *want = (double *)c->buf[3].golden + r * n, sum = 0, squares = 0;
    for (int64_t j = 0; j < n; j++) sum += h[j] * mean_share / (double)n;
    for (int64_t j = 0; j < n; j++) squares += (h[j] - sum) * (h[j] - sum);
    double scale = 1 / sqrt(squares / (double)n + c->real[0]);
    for (int64_t j = 0; j < n; j++) {
      double normed = (h[j] - sum) * scale;
      if (twice) normed = bf16_value(to_bf16((float)normed));
      want[j] = normed * bf16_value(weight[j]);
    }
  }
}

static void mean_subtracted(struct pmpp_case *c) {
  golden_rms_norm(c);
  rms_norm_of(c, c->buf[1].golden, 1, false);
}

static void rounded_twice(struct pmpp_case *c) {
  golden_rms_norm(c);
  rms_norm_of(c, c->buf[1].golden, 0, true);
}

static void unrounded_sum(struct pmpp_case *c) {
  golden_rms_norm(c);
  const uint16_t *x = c->buf[0].data, *old = c->buf[1].data;
  double *h = c->buf[1].golden;
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) h[i] = bf16_value(x[i]) + bf16_value(old[i]);
  rms_norm_of(c, h, 0, false);
  for (int64_t i = 0; i < c->buf[1].arg.count; i++) h[i] = bf16_value(to_bf16((float)h[i]));
}

static void residual_kept(struct pmpp_case *c) {
  golden_rms_norm(c);
  for (int64_t i = 0; i < c->buf[1].arg.count; i++)
    ((double *)c->buf[1].golden)[i] = bf16_value(((const uint16_t *)c->buf[1].data)[i]);
}

static void residual_alone(struct pmpp_case *c) {
  uint16_t *x = c->buf[0].data;
  for (int64_t i = 0; i < c->buf[0].arg.count; i++) x[i] = 0;
  golden_rms_norm(c);
}

// The mean of the squares is that of x, or of the residual as it was, and the sum of both is normalised by it.
static void squares_of(struct pmpp_case *c, int buf) {
  int64_t n = columns_of(c);
  const uint16_t *of = c->buf[buf].data, *weight = c->buf[2].data;
  golden_rms_norm(c);
  for (int64_t r = 0; r < rows_of(c); r++) {
    const double *h = (const double *)c->buf[1].golden + r * n;
    double *want = (double *)c->buf[3].golden + r * n, squares = 0;
    for (int64_t j = 0; j < n; j++) squares += bf16_value(of[r * n + j]) * bf16_value(of[r * n + j]);
    double scale = 1 / sqrt(squares / (double)n + c->real[0]);
    for (int64_t j = 0; j < n; j++) want[j] = h[j] * scale * bf16_value(weight[j]);
  }
}

static void squares_of_x(struct pmpp_case *c) {
  squares_of(c, 0);
}

static void squares_of_residual(struct pmpp_case *c) {
  squares_of(c, 1);
}

const struct pmpp_mistake rms_norm_mistakes[8] = {
    {"the squares are those of x alone: the norm is that of the sum, x + residual", squares_of_x},
    {"the squares are those of the residual alone: the norm is that of the sum, x + residual",
     squares_of_residual},
    {"the new residual was never written: store the rounded sum, too", residual_kept},
    {"the sum is normalised as it was before it was rounded to bfloat16: normalise what is stored",
     unrounded_sum},
    {"x is not added to the residual: the norm is that of the residual as it was", residual_alone},
    {"the mean is subtracted: this norm divides by the root of the mean square alone", mean_subtracted},
    {"rounded to bfloat16 before the weight is multiplied, and again after it: round once, at the end",
     rounded_twice},
    {"eps is the argument of that name, not a number near 1e-5", usual_eps},
};
