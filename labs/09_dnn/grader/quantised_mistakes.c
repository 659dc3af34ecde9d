// Task 9: its likely mistakes, and what comes of them.
#include "quantised.h"

// The result as it is if the scale of weight [r][j] is that at `place`.
static void with_scales(struct pmpp_case *c, int64_t (*place)(int64_t r, int64_t j, int64_t n)) {
  golden_quantised(c);
  int64_t n = columns_of(c), last = c->buf[SCALES].arg.count - 1;
  const int8_t *weights = c->buf[WEIGHTS].data;
  for (int64_t r = 0; r < rows_of(c); r++) {
    double sum = 0;
    for (int64_t j = 0; j < n; j++) {
      int64_t k = place ? place(r, j, n) : 0;
      double scale = place ? half_at(&c->buf[SCALES], k < last ? k : last) : 1;
      sum += weights[r * n + j] * scale * half_at(&c->buf[TOKEN], j);
    }
    ((double *)c->buf[RESULT].golden)[r] = sum;
  }
}

static int64_t first_of_row(int64_t r, int64_t j, int64_t n) {
  (void)j;
  return r * dnn_groups(n);
}

static int64_t whole_groups(int64_t r, int64_t j, int64_t n) {
  return r * (n / DNN_GROUP) + j / DNN_GROUP;
}

static int64_t by_columns(int64_t r, int64_t j, int64_t n) {
  (void)r, (void)n;
  return j / DNN_GROUP;
}

static void no_scale(struct pmpp_case *c) {
  with_scales(c, NULL);
}

static void first_scale(struct pmpp_case *c) {
  with_scales(c, first_of_row);
}

static void groups_rounded_down(struct pmpp_case *c) {
  with_scales(c, whole_groups);
}

static void scales_of_row_0(struct pmpp_case *c) {
  with_scales(c, by_columns);
}

static void without_sign(struct pmpp_case *c) {
  golden_quantised(c);
  for (int64_t r = 0; r < rows_of(c); r++) {
    double *sum = (double *)c->buf[RESULT].golden + r;
    for (int64_t j = 0; j < columns_of(c); j++)
      if (((const int8_t *)c->buf[WEIGHTS].data)[r * columns_of(c) + j] < 0)
        *sum += 256 * half_at(&c->buf[SCALES], r * dnn_groups(columns_of(c)) + j / DNN_GROUP) *
                half_at(&c->buf[TOKEN], j);
  }
}

// In rows that a kernel may load word by word.
static void bytes_reversed(struct pmpp_case *c) {
  int64_t n = columns_of(c);
  uint8_t *weights = c->buf[WEIGHTS].data;
  for (int64_t i = 0; i < rows_of(c) * n && n % 4 == 0; i += 4)
    for (int b = 0; b < 2; b++) {
      uint8_t low = weights[i + b];
      weights[i + b] = weights[i + 3 - b];
      weights[i + 3 - b] = low;
    }
  golden_quantised(c);
}

// Of a row only those columns that `counts` names.
static void some_columns(struct pmpp_case *c, bool (*counts)(int64_t j)) {
  golden_quantised(c);
  for (int64_t r = 0; r < rows_of(c); r++) {
    double sum = 0;
    for (int64_t j = 0; j < columns_of(c); j++)
      if (counts(j)) sum += quantised_weight(c, r, j) * half_at(&c->buf[TOKEN], j);
    ((double *)c->buf[RESULT].golden)[r] = sum;
  }
}

static bool of_first_step(int64_t j) { // 32 lanes with 16 weights each
  return j < 512;
}

static bool of_first_lane(int64_t j) { // a weight a lane
  return j % 32 == 0;
}

static void first_step(struct pmpp_case *c) {
  some_columns(c, of_first_step);
}

static void first_lane(struct pmpp_case *c) {
  some_columns(c, of_first_lane);
}

const struct pmpp_mistake quantised_mistakes[8] = {
    {"the weights are read without their sign: 255 is -1; convert the byte to int8_t first", without_sign},
    {"the scales are left out: weight [r][j] is multiplied by that of its group", no_scale},
    {"a row has the scale of its first group all along: 128 weights have one, so its index grows with j / "
     "128",
     first_scale},
    {"the index of a row's first scale is r * (columns / 128): the last group may be shorter, so round up",
     groups_rounded_down},
    {"all rows have the scales of row 0: the index of row r's first one is r * dnn_groups(columns)",
     scales_of_row_0},
    {"the index of a byte is turned round: weight 4 i of a row is the lowest byte of word i, its bits 0 to 7",
     bytes_reversed},
    {"the columns from 512 on are left out: a warp whose lanes have 16 weights each does 512 in a step, and "
     "a "
     "longer row needs more steps",
     first_step},
    {"each result is the sum of columns 0, 32, 64, ... alone, lane 0's: the sums of the other lanes are left "
     "out",
     first_lane},
};
