// Lab 04's golden results, and how far a result may be from them.
#include "parts.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { IN, SCRATCH, OUT };

// The sum of n terms in double, in chunks, so that its own error (below 3e-11 of the sum of |x| for n = 2^30)
// does not count beside a float's.
static double sum_f32(const float *x, int64_t n, double *sum_of_abs) {
  double total = 0, total_abs = 0;
  for (int64_t first = 0; first < n; first += 4096) {
    double sum = 0, abs = 0;
    for (int64_t i = first; i < n && i < first + 4096; i++) {
      sum += x[i];
      abs += fabsf(x[i]);
    }
    total += sum;
    total_abs += abs;
  }
  *sum_of_abs = total_abs;
  return total;
}

// Whole numbers: every partial sum is a whole number below 2^24 in size, hence exact in any order, and the
// bound is 0. (WHOLE's partial sums wander: their standard deviation is 37 sqrt(n), 2^20.2 for n = 2^30.)
// The same holds for multiples of 2^-60, and for multiples of 2^-20 whose sizes add up to less than 2^4. One
// NaN or infinity makes the sum NaN or infinite in any order.
// Real numbers: an addition rounds by at most 2^-24 of its result, so the sum is off by at most
// d 2^-24 sum|x|, d the most additions that one element goes through in a row (Higham, Accuracy and Stability
// of Numerical Algorithms, section 4.2). A single block of 256 threads needs n / 256 in each thread and 8
// levels. Two passes of a tree, enough up to n = 2^16, are 8 levels each, 9 with the addition while loading.
// 1 % is for the higher orders.
static double real_bound(int64_t n, double sum_of_abs) {
  return 1.01 * fmax(n / 256 + 8, 18) * (FLT_EPSILON / 2) * sum_of_abs;
}

void golden(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *out = &c->buf[OUT];

  if (c->spec->variant == INT_ALL) {
    const uint32_t *x = c->buf[IN].data;
    uint32_t sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i];
    *(uint32_t *)out->golden = sum;
    return;
  }
  double sum_of_abs;
  *(double *)out->golden = sum_f32(c->buf[IN].data, n, &sum_of_abs);
  bool real = c->spec->variant == REAL;
  out->abs_bound = real ? real_bound(n, sum_of_abs) : 0;
  out->bound_text = real ? "1.01 max(n / 256 + 8, 18) 2^-24 sum|x|" : "0: every partial sum is exact";
}

// Timed samples change single elements of a WHOLE input: the new sum is exact as well.
void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old_bits) {
  if (c->spec->variant != WHOLE) {
    golden(c);
    return;
  }
  uint32_t bits = (uint32_t)old_bits;
  float old;
  memcpy(&old, &bits, sizeof old);
  *(double *)c->buf[OUT].golden += ((float *)c->buf[arg].data)[i] - (double)old;
}
