// Lab 09's likely mistakes, and what comes of them.
#include "parts.h"
#include <math.h>

// ---- tasks 1 to 3: softmax --------------------------------------------------------------------------------

// Softmax with floats as a kernel has them: exp(x - base) / sum.
static void float_softmax(struct pmpp_case *c, double (*base_of)(double max), bool divide) {
  struct pmpp_buf *out = &c->buf[c->n_bufs - 1];
  int64_t n = columns_of(c);
  golden_softmax(c);
  if (c->spec->variant == WITH_INF) return; // another fault leads to these numbers, too
  for (int64_t r = 0; r < rows_of(c); r++) {
    const float *x = (const float *)c->buf[0].data + r * n;
    double *want = (double *)out->golden + r * n, max = -INFINITY;
    float sum = 0;
    for (int64_t j = 0; j < n; j++) max = fmax(max, x[j]);
    float base = (float)base_of(max);
    for (int64_t j = 0; j < n; j++) sum += (float)(want[j] = expf(x[j] - base));
    for (int64_t j = 0; j < n && divide; j++) want[j] = want[j] / sum;
  }
}

static double none(double max) {
  (void)max;
  return 0;
}

static double same(double max) {
  return max;
}

static double from_zero(double max) {
  return max > 0 ? max : 0;
}

static void no_maximum(struct pmpp_case *c) {
  float_softmax(c, none, true);
}

static void zero_maximum(struct pmpp_case *c) {
  float_softmax(c, from_zero, true);
}

static void masked_whole(struct pmpp_case *c) {
  float_softmax(c, same, true);
}

static void not_divided(struct pmpp_case *c) {
  float_softmax(c, same, false);
}

// All terms of the sum are 1: as if each element were the maximum.
static void factors_lost(struct pmpp_case *c) {
  struct pmpp_buf *out = &c->buf[c->n_bufs - 1];
  int64_t n = columns_of(c);
  float_softmax(c, same, false);
  for (int64_t i = 0; i < out->arg.count; i++) ((double *)out->golden)[i] /= (double)n;
}

// A maximum that begins with a number of its own is larger than all elements of such a row.
static void finite_start(struct pmpp_case *c) {
  struct pmpp_buf *out = &c->buf[c->n_bufs - 1];
  golden_softmax(c);
  for (int64_t i = 0; i < out->arg.count && c->spec->variant == LOWEST; i++) ((double *)out->golden)[i] = 0;
}

// A row of n as if it had `room` elements, the last ones 0.
static void filled_with_zeros(struct pmpp_case *c, int64_t room) {
  int64_t n = columns_of(c);
  golden_softmax(c);
  if (n >= room) return;
  for (int64_t r = 0; r < rows_of(c); r++) {
    const float *x = (const float *)c->buf[0].data + r * n;
    double *want = (double *)c->buf[c->n_bufs - 1].golden + r * n, max = 0;
    for (int64_t j = 0; j < n; j++) max = fmax(max, x[j]);
    double sum = (double)(room - n) * exp(-max);
    for (int64_t j = 0; j < n; j++) sum += want[j] = exp(x[j] - max);
    for (int64_t j = 0; j < n; j++) want[j] /= sum;
  }
}

static void zeros_to_1024(struct pmpp_case *c) {
  filled_with_zeros(c, 1024);
}

static void zeros_to_8192(struct pmpp_case *c) {
  filled_with_zeros(c, 8192);
}

// Parts of 8192 elements, of which each has its own maximum, or its own sum as well.
static void parts_apart(struct pmpp_case *c, bool own_sum) {
  int64_t n = columns_of(c);
  golden_softmax(c);
  for (int64_t r = 0; r < rows_of(c); r++) {
    const float *x = (const float *)c->buf[0].data + r * n;
    double *want = (double *)c->buf[c->n_bufs - 1].golden + r * n, max = -INFINITY, sum = 0;
    for (int64_t j = 0; j < n; j++) max = fmax(max, x[j]);
    for (int64_t j = 0; j < n; j++) sum += exp(x[j] - max);
    for (int64_t first = 0; first < n; first += 8192) {
      int64_t end = first + 8192 < n ? first + 8192 : n;
      double part = -INFINITY, part_sum = 0;
      for (int64_t j = first; j < end; j++) part = fmax(part, x[j]);
      for (int64_t j = first; j < end; j++) part_sum += exp(x[j] - part);
      for (int64_t j = first; j < end; j++) want[j] = exp(x[j] - part) / (own_sum ? part_sum : sum);
    }
  }
}

static void own_maximum(struct pmpp_case *c) {
  parts_apart(c, false);
}

static void own_sum(struct pmpp_case *c) {
  parts_apart(c, true);
}

const struct pmpp_mistake softmax_mistakes[10] = {
    {"a row that is masked out whole has the maximum -infinity, and exp(-inf - -inf) is NaN: its results "
     "are 0",
     masked_whole},
    {"the maximum begins with 0: begin with -infinity, a row may have negative numbers alone", zero_maximum},
    {"the maximum, or what fills up a row, is a number that is larger than all elements: begin with "
     "-infinity",
     finite_start},
    {"exp(x) overflows, or all of them are 0: subtract the row's maximum first", no_maximum},
    {"the exponentials are not divided by their sum", not_divided},
    {"the sums of two parts are added as they are: each needs the factor exp(its maximum - the larger one)",
     factors_lost},
    {"padding counts: behind the row's end 1024 elements are filled up with 0, whose exponential is no 0; "
     "fill with -infinity",
     zeros_to_1024},
    {"padding counts: behind the row's end 8192 elements are filled up with 0, whose exponential is no 0; "
     "fill with -infinity",
     zeros_to_8192},
    {"each block of a long row keeps to its own part's sum: the sums of the other blocks, those of the block "
     "before and after it, are not added",
     own_sum},
    {"a part's exponentials belong to its own maximum: they need the factor exp(own - the row's)",
     own_maximum},
};

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

const struct pmpp_mistake layer_norm_mistakes[7] = {
    {"the variance of a single column is 0: divide the squares by columns, not by columns - 1, and add eps "
     "under the root",
     one_column},
    {"the variance is divided by columns - 1: here it is the mean of the squares, over all columns",
     one_less},
    {"eps is added to the root: it belongs under the root, to the variance", eps_outside},
    {"beta is left out", no_beta},
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

const struct pmpp_mistake rms_norm_mistakes[6] = {
    {"the new residual was never written: store the rounded sum, too", residual_kept},
    {"the sum is normalised as it was before it was rounded to bfloat16: normalise what is stored",
     unrounded_sum},
    {"x is not added to the residual: the norm is that of the residual as it was", residual_alone},
    {"the mean is subtracted: this norm divides by the root of the mean square alone", mean_subtracted},
    {"rounded to bfloat16 before the weight is multiplied, and again after it: round once, at the end",
     rounded_twice},
    {"eps is the argument of that name, not a number near 1e-5", usual_eps},
};
