// Tasks 1 to 3, softmax: their likely mistakes, and what comes of them.
#include "parts.h"
#include <math.h>
#include <string.h>

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

// Where no exponential is left, the results are 0 if the division is looked after.
static void zero_maximum_and_sum(struct pmpp_case *c) {
  struct pmpp_buf *out = &c->buf[c->n_bufs - 1];
  zero_maximum(c);
  for (int64_t i = 0; i < out->arg.count; i++)
    if (isnan(((double *)out->golden)[i])) ((double *)out->golden)[i] = 0;
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
    bool nothing = true; // all of it becomes 0, as with other faults
    for (int64_t j = 0; j < n; j++) nothing &= exp(x[j] - max) < 1e-45;
    if (nothing) continue;
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
  if (n <= 8192) return;
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

// Thread t of 256 has the elements t, t + 256, ... and knows only its own sum, or its own maximum.
static void thread_alone(struct pmpp_case *c, bool sum_alone) {
  enum { THREADS = 256 };
  int64_t n = columns_of(c);
  golden_softmax(c);
  for (int64_t r = 0; r < rows_of(c); r++) {
    const float *x = (const float *)c->buf[0].data + r * n;
    double *want = (double *)c->buf[c->n_bufs - 1].golden + r * n, max[THREADS], sum[THREADS] = {0}, all = 0,
           most = -INFINITY;
    for (int t = 0; t < THREADS; t++) max[t] = -INFINITY;
    for (int64_t j = 0; j < n; j++) max[j % THREADS] = fmax(max[j % THREADS], x[j]), most = fmax(most, x[j]);
    for (int64_t j = 0; j < n; j++) {
      double of = exp(x[j] - (sum_alone ? most : max[j % THREADS]));
      want[j] = of, sum[j % THREADS] += of, all += of;
    }
    for (int64_t j = 0; j < n; j++) want[j] /= sum_alone ? sum[j % THREADS] : all;
  }
}

static void sum_of_thread(struct pmpp_case *c) {
  thread_alone(c, true);
}

static void maximum_of_thread(struct pmpp_case *c) {
  thread_alone(c, false);
}

// Each of 256 threads has a sum that belongs to the maximum of its own elements; they are added as they are.
static void sums_as_they_are(struct pmpp_case *c) {
  enum { THREADS = 256 };
  int64_t n = columns_of(c);
  golden_softmax(c);
  if (c->spec->variant == WITH_INF) return;
  for (int64_t r = 0; r < rows_of(c); r++) {
    const float *x = (const float *)c->buf[0].data + r * n;
    double *want = (double *)c->buf[c->n_bufs - 1].golden + r * n, max[THREADS], all = 0, most = -INFINITY;
    for (int t = 0; t < THREADS; t++) max[t] = -INFINITY;
    for (int64_t j = 0; j < n; j++) max[j % THREADS] = fmax(max[j % THREADS], x[j]), most = fmax(most, x[j]);
    for (int64_t j = 0; j < n; j++) all += isinf(x[j]) ? 0 : exp(x[j] - max[j % THREADS]);
    for (int64_t j = 0; j < n && isfinite(most); j++) want[j] = exp(x[j] - most) / all;
  }
}

// Row r begins at element 256 r.
static void rows_by_threads(struct pmpp_case *c) {
  enum { THREADS = 256 };
  int64_t n = columns_of(c);
  float *x = c->buf[0].data;
  if (n > THREADS)
    for (int64_t r = rows_of(c) - 1; r > 0; r--) memcpy(x + r * n, x + r * THREADS, (size_t)n * sizeof *x);
  golden_softmax(c);
}

// Some threads of 256 have no element of a shorter row.
static void parts_without_elements(struct pmpp_case *c) {
  struct pmpp_buf *out = &c->buf[c->n_bufs - 1];
  golden_softmax(c);
  for (int64_t i = 0; i < out->arg.count && columns_of(c) < 256; i++) ((double *)out->golden)[i] = NAN;
}

const struct pmpp_mistake softmax_mistakes[16] = {
    {"two parts without an element are merged, and exp(-inf - -inf) is NaN: a thread past the row's end has "
     "none",
     parts_without_elements},
    {"the threads' sums are added as they are: each belongs to its thread's own maximum, and needs the "
     "factor "
     "exp(its maximum - the row's)",
     sums_as_they_are},
    {"row r is read from element 256 r on: rows are `columns` long, not as long as a block", rows_by_threads},
    {"each thread divides by the sum of its own elements: the sums of all threads are to be added up "
     "(block_sum)",
     sum_of_thread},
    {"each thread subtracts the maximum of its own elements: the row has one (block_max)", maximum_of_thread},
    {"a row that is masked out whole has the maximum -infinity, and exp(-inf - -inf) is NaN: its results "
     "are 0",
     masked_whole},
    {"the maximum begins with 0: begin with -infinity, a row may have negative numbers alone", zero_maximum},
    {"the maximum begins with 0: begin with -infinity, a row may have negative numbers alone",
     zero_maximum_and_sum},
    {"the maximum, or what fills up a row, is a number that is larger than all elements: begin with "
     "-infinity",
     finite_start},
    {"exp(x) overflows, or all of them are 0: subtract the row's maximum first", no_maximum},
    {"the exponentials are not divided by their sum", not_divided},
    {"the sums of two parts are added as they are: each needs the factor exp(its maximum - the larger one)",
     factors_lost},
    {"padding counts: behind the row's end 1024 elements are filled up with 0, whose exponential is not 0; "
     "fill with -infinity",
     zeros_to_1024},
    {"padding counts: behind the row's end 8192 elements are filled up with 0, whose exponential is not 0; "
     "fill with -infinity",
     zeros_to_8192},
    {"each block of a long row keeps to its own part's sum: the sums of the other blocks, those of the block "
     "before and after it, are not added",
     own_sum},
    {"a part's exponentials belong to its own maximum: they need the factor exp(own - the row's)",
     own_maximum},
};
