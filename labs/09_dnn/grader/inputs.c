// Lab 09's inputs and the arguments of each case.
#include "parts.h"
#include <math.h>
#include <string.h>

int64_t rows_of(const struct pmpp_case *c) {
  return c->spec->size[ROWS];
}

int64_t columns_of(const struct pmpp_case *c) {
  return c->spec->size[COLUMNS];
}

uint16_t to_bf16(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (isnan(x)) return 0x7FFF;
  return (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

float bf16_value(uint16_t bits) {
  uint32_t low = (uint32_t)bits << 16;
  float x;
  memcpy(&x, &low, sizeof x);
  return x;
}

uint16_t to_half(float x) {
  uint16_t sign = signbit(x) ? 0x8000 : 0;
  double size = fabs((double)x);
  int exponent;
  if (isnan(x)) return 0x7FFF;
  if (size >= 65520) return sign | 0x7C00;
  if (size < 0x1p-14) return sign | (uint16_t)nearbyint(size * 0x1p24);
  double fraction = frexp(size, &exponent); // 0.5 .. 1
  return sign | (uint16_t)(((exponent + 14) << 10) + ((int)nearbyint(fraction * 2048) - 1024));
}

float uniform(uint64_t *random, double low, double high) {
  return (float)(low + (high - low) * (double)(pmpp_random(random) >> 40) * 0x1p-24);
}

static float extreme(uint64_t *random) {
  static const float some[] = {3.4e38f, -3.4e38f, 0, 1, -1e30f};
  return some[pmpp_random(random) % 5];
}

// Element j of a row of n; `whole` is the row's own number.
static float element(int variant, int64_t j, int64_t n, float whole, uint64_t *random) {
  switch (variant) {
  case EQUAL:
    return whole;
  case MASKED:
    return pmpp_random(random) % 2 && j != n / 2 ? -INFINITY : whole;
  case LARGE:
    return uniform(random, 1000, 1010);
  case NEGATIVE:
    return uniform(random, -1010, -1000);
  case EXTREME:
    return extreme(random);
  case LOWEST:
    return j % 3 == 1 ? -3.3e38f : -3.4e38f;
  case RISING:
    return (float)j / 8;
  case FALLING:
    return (float)(n - j) / 8;
  case SMALL:
    return uniform(random, -0x1p-40, 0x1p-40);
  case OFFSET:
    return 8192 + uniform(random, -2, 2);
  case HUGE_ROWS:
    return uniform(random, -0x1p40, 0x1p40);
  default:
    return uniform(random, -10, 10);
  }
}

void put(struct pmpp_buf *b, int64_t i, float x) {
  if (b->arg.type == PMPP_BF16)
    ((uint16_t *)b->data)[i] = to_bf16(x);
  else if (b->arg.type == PMPP_F16)
    ((uint16_t *)b->data)[i] = to_half(x);
  else
    ((float *)b->data)[i] = x;
}

static void fill(const struct pmpp_case *c, struct pmpp_buf *b, uint64_t seed) {
  int64_t rows = rows_of(c), n = columns_of(c);
  int variant = c->spec->variant;
  uint64_t random = seed;
  for (int64_t r = 0; r < rows; r++) {
    float whole = (float)(pmpp_random(&random) % 17) - 8;
    for (int64_t j = 0; j < n; j++) put(b, r * n + j, element(variant, j, n, whole, &random));
    if (variant == MASKED && r == 1)
      for (int64_t j = 0; j < n; j++) put(b, r * n + j, -INFINITY);
  }
  int64_t middle = rows / 2 * n + n / 3;
  for (int64_t j = rows / 2 * n; j < (rows / 2 + 1) * n && variant == NAN_ALONE; j++) put(b, j, -INFINITY);
  if (variant == WITH_NAN || variant == NAN_ALONE) put(b, middle, NAN);
  if (variant == WITH_INF) put(b, middle, INFINITY);
}

void fill_uniform(struct pmpp_buf *b, double low, double high, uint64_t seed) {
  for (int64_t i = 0; i < b->arg.count; i++) put(b, i, uniform(&seed, low, high));
}

static struct pmpp_buf *matrix(struct pmpp_case *c, const char *name, int role, int type) {
  struct pmpp_buf *b = pmpp_add(c, name, role, type, rows_of(c) * columns_of(c));
  b->columns = columns_of(c);
  bool shifted =
      c->spec->size[SHIFT] == ALL_SHIFTED || (c->spec->size[SHIFT] == ONE_SHIFTED && role == PMPP_OUT);
  b->arg.misalign = shifted ? (uint32_t)pmpp_type_size(type) : 0;
  return b;
}

static void shape(struct pmpp_case *c) {
  c->param[0] = rows_of(c);
  c->param[1] = columns_of(c);
  c->real[0] = c->spec->variant == OWN_EPS ? 0.25 : 0x1p-17; // eps, near 1e-5
}

static void make_rows(struct pmpp_case *c, bool scratch) {
  struct pmpp_buf *in = matrix(c, "in", PMPP_IN, PMPP_F32);
  if (scratch) pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U64, dnn_words(rows_of(c), columns_of(c)));
  matrix(c, "out", PMPP_OUT, PMPP_F32);
  shape(c);
  c->floor_bytes = 8.0 * (double)rows_of(c) * (double)columns_of(c);
  c->floor_ops =
      5.0 * (double)rows_of(c) * (double)columns_of(c); // comparison, difference, exp, sum, product
  fill(c, in, c->seed);
}

void make_softmax(struct pmpp_case *c) {
  make_rows(c, false);
}

void make_resident(struct pmpp_case *c) {
  make_rows(c, true);
}

void make_layer_norm(struct pmpp_case *c) {
  struct pmpp_buf *in = matrix(c, "in", PMPP_IN, PMPP_F32);
  struct pmpp_buf *gamma = pmpp_add(c, "gamma", PMPP_IN, PMPP_F32, columns_of(c));
  struct pmpp_buf *beta = pmpp_add(c, "beta", PMPP_IN, PMPP_F32, columns_of(c));
  matrix(c, "out", PMPP_OUT, PMPP_F32);
  shape(c);
  c->floor_bytes = 8.0 * (double)(rows_of(c) + 1) * (double)columns_of(c);
  c->floor_ops = 8.0 * (double)rows_of(c) * (double)columns_of(c); // mean 1, variance 3, result 4
  fill(c, in, c->seed);
  fill_uniform(gamma, 0.5, 1.5, c->seed + 1);
  fill_uniform(beta, -1, 1, c->seed + 2);
}

void make_rms_norm(struct pmpp_case *c) {
  struct pmpp_buf *x = matrix(c, "x", PMPP_IN, PMPP_BF16);
  struct pmpp_buf *residual = matrix(c, "residual", PMPP_INOUT, PMPP_BF16);
  struct pmpp_buf *weight = pmpp_add(c, "weight", PMPP_IN, PMPP_BF16, columns_of(c));
  matrix(c, "out", PMPP_OUT, PMPP_BF16);
  shape(c);
  c->floor_bytes = (8.0 * (double)rows_of(c) + 2) * (double)columns_of(c);
  c->floor_ops = 5.0 * (double)rows_of(c) * (double)columns_of(c); // residual 1, squares 2, result 2
  fill(c, x, c->seed);
  fill(c, residual, c->seed + 1);
  fill_uniform(weight, 0.5, 1.5, c->seed + 2);
}
