// Quantiles, standard errors, ties.
#include "grader/bench/stats.h"
#include "base/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void samples_add(struct samples *s, double ms) {
  if (s->n == s->room) s->ms = must_realloc(s->ms, (s->room = 2 * s->room + 64) * sizeof *s->ms);
  s->ms[s->n++] = ms;
}

void samples_free(struct samples *s) {
  free(s->ms);
  *s = (struct samples){0};
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double samples_quantile(const struct samples *s, double q) {
  if (s->n == 0) return 0;
  double *sorted = must_alloc(s->n * sizeof *sorted);
  memcpy(sorted, s->ms, s->n * sizeof *sorted);
  qsort(sorted, s->n, sizeof *sorted, ascending);
  double at = q * (s->n - 1);
  int i = (int)at;
  double x = i + 1 < s->n ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[i];
  free(sorted);
  return x;
}

double samples_spread(const struct samples *s) {
  double median = samples_quantile(s, 0.5);
  return median > 0 ? (samples_quantile(s, 0.75) - samples_quantile(s, 0.25)) / median : 0;
}

double samples_error(const struct samples *s) {
  if (s->n < 2) return 1;
  double sum = 0, squares = 0;
  for (int i = 0; i < s->n; i++) sum += s->ms[i];
  double mean = sum / s->n;
  for (int i = 0; i < s->n; i++) squares += (s->ms[i] - mean) * (s->ms[i] - mean);
  return mean > 0 ? sqrt(squares / (s->n - 1) / s->n) / mean : 1;
}

bool is_tie(double ratio, double error_a, double error_b) {
  double noise = 2 * hypot(error_a, error_b);
  return fabs(ratio - 1) <= (noise > 0.02 ? noise : 0.02);
}
