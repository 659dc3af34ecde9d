// Task 10: its golden results, and how far a result may be from them.
#include "attention.h"
#include "base/parallel.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double U = FLT_EPSILON / 2, HALF_U = 0x1p-11, HALF_LEAST = 0x1p-25;

// ---- golden results ---------------------------------------------------------------------------------------

static bool are_alike(const struct pmpp_case *c) { // a query's scores, but for those that are masked out
  int variant = variant_of(c);
  return variant == EQUAL || variant == MASKED || variant == LOWEST || variant == HUGE_ROWS;
}

// The scores of a query; *max is their maximum. errors[j]: how far the exponential of score j may be off, relative to it. Let A be
// sum|q k| / sqrt(size), s the score and m the maximum. size additions on tensor cores, which cut off where an fp32 addition
// rounds: 2 (size + 4) U A, or nothing where all are whole numbers; scale and mask: 4 U (|s| + |mask|); the difference to the
// maximum and the exponential, or a product with log2(e) before: 4 U (m - s + |m|) + 8 U, as in task 1.
static void scores_of(const struct pmpp_case *c, const float *q, const float *k, const float *mask, int64_t n,
                      double *scores, double *errors, double *max) {
  int64_t size = size_of(c);
  bool exact = variant_of(c) != REAL && variant_of(c) != ONE_HEAD;
  double scale = 1 / sqrt((double)size);
  *max = -INFINITY;
  for (int64_t j = 0; j < n; j++, k += size) {
    double sum = 0, sizes = 0;
    for (int64_t d = 0; d < size; d++) sum += (double)q[d] * k[d], sizes += fabs((double)q[d] * k[d]);
    scores[j] = sum * scale + mask[j];
    if (scores[j] > *max) *max = scores[j];
    errors[j] =
        U * ((exact ? 0 : 2 * ((double)size + 4) * sizes * scale) + 4 * (fabs(sum) * scale + fabs(mask[j])));
  }
  for (int64_t j = 0; j < n; j++)
    if (variant_of(c) == LOWEST && !isinf(mask[j]))
      scores[j] = *max = LOWEST_MASK, errors[j] = 0; // what fp32 makes of them
    else if (!isinf(scores[j]))
      errors[j] += U * (4 * (*max - scores[j] + fabs(*max)) + 8);
}

// The query's results from its scores. An exponential is rounded to a half, 2^-11 of it, or below 2^-14 by 2^-25, unless all
// are 1; the sums take up to 64 + n additions and rescalings; the quotient has the mean error of the exponentials once
// more; and the result is rounded to a half.
static void weigh(const struct pmpp_case *c, const float *v, int64_t n, const double *scores,
                  const double *errors, double max, double *want, double *bounds) {
  int64_t size = size_of(c);
  bool equal = are_alike(c);
  double sum = 0, mean_error = 0, sums = U * (64 + (double)n);
  for (int64_t d = 0; d < size; d++)
    want[d] = isinf(max) && c->state[MASKED_IS_NAN] != 0 ? NAN : 0, bounds[d] = 0;
  for (int64_t j = 0; j < n && !isinf(max); j++) {
    double share = exp(scores[j] - max), error = share * (errors[j] + sums + (equal ? 0 : HALF_U));
    if (share == 0 && isinf(scores[j])) continue;
    sum += share;
    mean_error += share * errors[j];
    for (int64_t d = 0; d < size; d++) {
      want[d] += share * v[j * size + d];
      bounds[d] += fabs(v[j * size + d]) * (error + (equal ? 0 : HALF_LEAST));
    }
  }
  int64_t tile = (int64_t)c->state[FILLED_UP];
  if (tile > 0 && !isinf(max)) sum += (double)((tile - n % tile) % tile) * exp(-max);
  for (int64_t d = 0; d < size && sum > 0; d++) {
    want[d] /= c->state[NOT_DIVIDED] != 0 ? 1 : sum;
    bounds[d] =
        1.01 * (bounds[d] / sum + fabs(want[d]) * (mean_error / sum + sums + 4 * U + HALF_U)) + HALF_LEAST;
  }
}

static void attention_row(struct pmpp_case *c, const float *q, const float *k, const float *v,
                          const float *mask, int64_t head, int64_t i, double *scores, double *errors) {
  int64_t n = seen_by(c, i), at = (head * queries_of(c) + i) * size_of(c);
  double max;
  scores_of(c, q, k, mask, n, scores, errors, &max);
  weigh(c, v, n, scores, errors, max, (double *)c->buf[OUT].golden + at, pmpp_bounds(&c->buf[OUT]) + at);
}

static float *values_of(const struct pmpp_case *c, int arg, int64_t first, int64_t count) {
  float *x = malloc((size_t)(count + 1) * sizeof *x);
  if (!x) abort();
  for (int64_t i = 0; i < count; i++)
    x[i] = (float)half_value(((const uint16_t *)c->buf[arg].data)[first + i]);
  return x;
}

// Queries from .. to - 1 of a head.
static void attention_rows(struct pmpp_case *c, int64_t head, int64_t from, int64_t to) {
  int64_t size = size_of(c), keys = keys_of(c);
  float *q = values_of(c, Q, (head * queries_of(c) + from) * size, (to - from) * size);
  float *k = values_of(c, K, head * keys * size, keys * size);
  float *v = values_of(c, V, head * keys * size, keys * size);
  const float *mask = (const float *)c->buf[MASK].data + head * keys;
  double *scores = malloc((size_t)keys * 2 * sizeof *scores);
  if (!scores) abort();
  for (int64_t i = from; i < to; i++)
    attention_row(c, q + (i - from) * size, k, v, mask, head, i, scores, scores + keys);
  free(scores);
  free(v);
  free(k);
  free(q);
}

struct head_of {
  struct pmpp_case *c;
  int64_t head;
};

static void some_queries(void *context, int64_t begin, int64_t end) {
  const struct head_of *h = context;
  attention_rows(h->c, h->head, begin, end);
}

// Whether `count` elements of an argument are those that lie `back` elements earlier.
static bool as_before(const struct pmpp_case *c, int arg, int64_t first, int64_t count, int64_t back) {
  int64_t bytes = pmpp_type_size(c->buf[arg].arg.type);
  const char *x = (const char *)c->buf[arg].data + first * bytes;
  return memcmp(x, x - back * bytes, (size_t)(count * bytes)) == 0;
}

// ONE_HEAD: the other heads are the first one, but for what timed samples have changed.
static void copy_head(struct pmpp_case *c, int64_t head) {
  double *want = c->buf[OUT].golden, *bounds = pmpp_bounds(&c->buf[OUT]);
  int64_t size = size_of(c), keys = keys_of(c), all = keys * size, back = head * queries_of(c) * size;
  bool alike = as_before(c, K, head * all, all, head * all) && as_before(c, V, head * all, all, head * all) &&
               as_before(c, MASK, head * keys, keys, head * keys);
  for (int64_t i = 0; i < queries_of(c); i++) {
    int64_t first = back + i * size;
    if (!alike || !as_before(c, Q, first, size, back)) {
      attention_rows(c, head, i, i + 1);
      continue;
    }
    memcpy(want + first, want + first - back, (size_t)size * sizeof *want);
    memcpy(bounds + first, bounds + first - back, (size_t)size * sizeof *bounds);
  }
}

void golden_attention(struct pmpp_case *c) {
  pmpp_bounds(&c->buf[OUT]); // made before several threads want them
  c->buf[OUT].bound_text =
      "half a unit in the last place of a half for each exponential and for the result, and "
      "what the scores' fp32 roundings come to";
  if (are_alike(c))
    c->buf[OUT].bound_text =
        "half a unit in the last place of a half, and (80 + keys) 2^-23 before it is rounded";
  for (int64_t h = 0; h < heads_of(c); h++)
    if (h == 0 || variant_of(c) != ONE_HEAD)
      parallel_for(queries_of(c), 256, some_queries, &(struct head_of){c, h});
    else
      copy_head(c, h);
}

void update_attention(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)old;
  int64_t row = i / size_of(c), head = row / queries_of(c);
  if (arg == Q) attention_rows(c, head, row % queries_of(c), row % queries_of(c) + 1);
}
