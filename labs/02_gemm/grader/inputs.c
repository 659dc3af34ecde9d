// Lab 02's inputs and the arguments of each case.
#include "parts.h"
#include <math.h>

// ---- cases ------------------------------------------------------------------------------------------------

static const struct {
  double alpha, beta;
} scales[] = {[PLAIN] = {1, 0}, [ADD] = {1, 1}, [SCALED] = {-2, 3}, [ONLY_C] = {0, -1}};

// ---- inputs -----------------------------------------------------------------------------------------------

static uint64_t below(uint64_t *random, uint64_t n) {
  return pmpp_random(random) % n;
}

// A random value of 11 bits, which a half holds exactly, or of 24: +-1/64 .. +-1, or uniform in [-1, 1).
static float real(uint64_t *random, bool half) {
  uint64_t r = pmpp_random(random);
  if (!half) return (float)((int32_t)(r >> 39) - (1 << 24)) * 0x1p-24f;
  return ldexpf((float)(1024 + (r >> 20 & 1023)), -11 - (int)(r % 6)) * (r >> 40 & 1 ? -1 : 1);
}

static uint16_t to_half(float x) { // of a value that a half holds exactly, not subnormal
  int exponent;
  if (x == 0) return 0;
  if (isinf(x)) return 0x7C00;
  float fraction = frexpf(fabsf(x), &exponent); // 0.5 .. 1
  return (uint16_t)((x < 0) << 15 | (exponent + 14) << 10 | ((int)(fraction * 2048) - 1024));
}

static void put(struct pmpp_buf *b, int64_t i, float x) {
  if (b->arg.type == PMPP_F16)
    ((uint16_t *)b->data)[i] = to_half(x);
  else
    ((float *)b->data)[i] = x;
}

float value(const struct pmpp_buf *b, int64_t i) {
  return b->arg.type == PMPP_F16 ? (float)half_value(((const uint16_t *)b->data)[i])
                                 : ((const float *)b->data)[i];
}

// A matrix of rows x cols; `which` is A or B. MAGNITUDES: 2^+-wide a row of A or a column of B, 2^+-narrow an element.
static void fill(struct pmpp_case *c, int which, int64_t rows, int64_t cols) {
  struct pmpp_buf *b = &c->buf[which];
  bool half = b->arg.type == PMPP_F16;
  int wide = half ? 3 : 30, narrow = half ? 3 : 10;
  uint64_t random = c->seed + (uint64_t)which, size_seed = random ^ 0x73697A65;
  for (int64_t i = 0; i < rows * cols; i++) {
    int64_t row = i / cols, col = i % cols;
    uint64_t line = size_seed + (uint64_t)(which == A ? row : col);
    float x = 0;
    switch (c->spec->variant) {
    case WHOLE:
    case NAN_IN_C:
      x = (float)below(&random, 17) - 8;
      break;
    case WITH_INF:
    case FIRST_INF:
      x = (float)below(&random, 8) + 1;
      break;
    case SHIFT:
      x = which == A ? col == row + 1 : (float)(100 * row + col);
      break;
    case MAGNITUDES:
      x = ldexpf(real(&random, half),
                 (int)below(&random, 2 * narrow + 1) - narrow + (int)below(&line, 2 * wide + 1) - wide);
      break;
    case TIMED:
      if (which == A && row >= PERIOD) {
        x = value(b, row % PERIOD * cols + col) * (pmpp_random(&line) & 1 ? -1 : 1);
        break;
      } // fall through
    case REAL:
      x = real(&random, half);
      break;
    }
    put(b, i, x);
  }
  if (c->spec->variant == WITH_INF)
    put(b, which == A ? rows / 2 * cols + cols - 1 : (rows - 1) * cols + cols / 2, INFINITY);
  if (c->spec->variant == FIRST_INF) put(b, 0, INFINITY);
}

static void make_typed(struct pmpp_case *c, int type) {
  const int64_t *size = c->spec->size;
  int64_t m = size[M], n = size[N], k = size[K];
  bool reads_c = scales[size[SCALE]].beta != 0;
  int role = reads_c || c->spec->variant == NAN_IN_C ? PMPP_INOUT : PMPP_OUT;

  pmpp_add(c, "A", PMPP_IN, type, m * k);
  pmpp_add(c, "B", PMPP_IN, type, k * n);
  struct pmpp_buf *out = pmpp_add(c, "C", role, PMPP_F32, m * n);
  out->columns = n;
  fill(c, A, m, k);
  fill(c, B, k, n);
  uint64_t random = c->seed + C;
  for (int64_t i = 0; i < m * n && role == PMPP_INOUT; i++)
    ((float *)out->data)[i] = c->spec->variant == NAN_IN_C ? NAN
                              : c->spec->variant == REAL   ? real(&random, false)
                                                           : (float)below(&random, 17) - 8;
  for (int i = 0; i < 3; i++) c->param[i] = size[i];
  c->real[0] = scales[size[SCALE]].alpha;
  c->real[1] = scales[size[SCALE]].beta;
  c->floor_bytes =
      (double)pmpp_type_size(type) * (double)(m * k + k * n) + 4.0 * (double)(m * n) * (1 + reads_c);
  c->floor_ops = 2.0 * (double)m * (double)n * (double)k;
}

void make(struct pmpp_case *c) {
  make_typed(c, PMPP_F32);
}

void make_half(struct pmpp_case *c) {
  make_typed(c, PMPP_F16);
}
