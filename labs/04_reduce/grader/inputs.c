// Lab 04's inputs and the arguments of each case.
#include "parts.h"
#include <math.h>

static void fill(float *x, int64_t n, int variant, uint64_t seed) {
  uint64_t place = seed;
  int64_t one = n ? (int64_t)(pmpp_random(&place) % (uint64_t)n) : 0;
  switch (variant) {
  case WHOLE:
  case TINY:
  case WITH_NAN:
  case WITH_INF:
    pmpp_fill_whole_f32(x, n, -32, 31, seed);
    for (int64_t i = 0; i < n; i++) x[i] = (2 * x[i] + 1) * (variant == TINY ? 0x1p-60f : 1);
    if (variant == WITH_NAN) x[one] = NAN;
    if (variant == WITH_INF) x[one] = -INFINITY;
    break;
  case MIXED:
    pmpp_fill_whole_f32(x, n, -20, -6, seed);
    for (int64_t i = 0; i < n; i++) x[i] = ldexpf(pmpp_random(&place) % 2 ? 1 : -1, (int)x[i]);
    break;
  case REAL:
    pmpp_fill_f32(x, n, -1, 1, seed);
    break;
  case NEGATIVE:
    pmpp_fill_whole_f32(x, n, -8, -1, seed);
    break;
  case HUGE_ONE:
    for (int64_t i = 0; i < n; i++) x[i] = 1;
    x[one] = 1 << 23;
    break;
  case LAST:
    for (int64_t i = 0; i < n; i++) x[i] = 0;
    x[n - 1] = 1;
    break;
  }
}

void make(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  bool is_int = c->spec->variant == INT_ALL;
  int type = is_int ? PMPP_I32 : PMPP_F32;

  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, type, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, type, reduce_scratch(n));
  pmpp_add(c, "out", PMPP_OUT, type, 1);
  c->param[0] = n;
  c->param[1] = is_int;
  c->floor_bytes = 4.0 * n + 4;
  c->floor_ops = n > 1 ? n - 1 : 0;
  if (is_int)
    pmpp_fill_i32(in->data, n, INT32_MIN, INT32_MAX, c->seed);
  else
    fill(in->data, n, c->spec->variant, c->seed);
}
