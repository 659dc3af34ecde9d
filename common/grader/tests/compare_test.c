// Comparison: with an output that is right and one that is not.
#include "check.h"
#include "outputs.h"
#include <math.h>
#include <string.h>

static void test_floats(void) {
  reset(N);
  CHECK(compare(&floats, got, &d, &p) && d.wrong == 0 && d.arg == -1);
  got[3] *= 1 + 9e-7f;
  CHECK(compare(&floats, got, &d, &p));
  got[3] = want[3] * (1 + 2e-6);
  CHECK(!compare(&floats, got, &d, &p) && d.wrong == 1 && d.shown[0].index == 3 && d.n_shown == 1);
  CHECK(fabs(d.bound - 1e-6 * want[3]) < 1e-12);
  for (int i = 500; i < 600; i++) got[i] = 0;
  CHECK(!compare(&floats, got, &d, &p) && d.wrong == 101 && d.n_shown == MAX_MISMATCHES && p.first == 3 &&
        p.last == 599);
  reset(N);
  floats.rel_bound = 0, floats.abs_bound = 0.25;
  got[0] += 0.25f;
  CHECK(compare(&floats, got, &d, &p));
  got[0] += 0.01f;
  CHECK(!compare(&floats, got, &d, &p));
}

static void test_not_finite(void) {
  reset(4);
  floats.abs_bound = INFINITY; // even then a NaN is wrong
  got[1] = NAN;
  CHECK(!compare(&floats, got, &d, &p) && d.shown[0].index == 1);
  want[1] = NAN;
  CHECK(compare(&floats, got, &d, &p));
  got[1] = 1;
  CHECK(!compare(&floats, got, &d, &p));
  reset(4);
  want[2] = INFINITY;
  got[2] = INFINITY;
  CHECK(compare(&floats, got, &d, &p));
  got[2] = -INFINITY;
  CHECK(!compare(&floats, got, &d, &p));
  want[2] = 1;
  got[2] = INFINITY;
  CHECK(!compare(&floats, got, &d, &p));
}

static void test_whole(void) {
  int32_t a[3] = {1, -2, INT32_MAX}, b[3] = {1, -2, INT32_MAX};
  struct pmpp_buf ints = {
      .arg = {.type = PMPP_I32, .role = PMPP_OUT, .count = 3}, .golden = a, .abs_bound = 100};
  CHECK(compare(&ints, b, &d, &p));
  b[2]--;
  CHECK(!compare(&ints, b, &d, &p)); // a bound does not make integers inexact
  char text[40];
  value_print(text, d.shown[0].got);
  CHECK(strcmp(text, "2147483646") == 0);
  b[1] = -3;
  compare(&ints, b, &d, &p);
  value_print(text, d.shown[0].got);
  CHECK(strcmp(text, "-3") == 0);
  uint64_t big = UINT64_MAX, off = UINT64_MAX - 1;
  struct pmpp_buf longs = {.arg = {.type = PMPP_U64, .role = PMPP_OUT, .count = 1}, .golden = &big};
  CHECK(!compare(&longs, &off, &d, &p)); // 2^64 - 2 and 2^64 - 1 are one double
  uint8_t byte = 200, other = 201;
  struct pmpp_buf bytes = {.arg = {.type = PMPP_U8, .role = PMPP_OUT, .count = 1}, .golden = &byte};
  CHECK(compare(&bytes, &byte, &d, &p) && !compare(&bytes, &other, &d, &p));
  struct pmpp_buf none = {.arg = {.type = PMPP_U8, .role = PMPP_OUT, .count = 0}};
  CHECK(compare(&none, NULL, &d, &p));
}

// Right is whatever has golden's parity: several values, and the message shows golden's.
static bool same_parity(const struct pmpp_buf *b, int64_t i, uint64_t bits) {
  const int32_t *golden = b->golden, *modulus = b->context;
  return (golden[i] - (int32_t)bits) % *modulus == 0;
}

static void test_several_right(void) {
  int32_t want_4[4] = {0, 1, 2, 3}, a[4] = {2, -1, 2, 9}, modulus = 2;
  struct pmpp_buf ints = {.arg = {.type = PMPP_I32, .role = PMPP_OUT, .count = 4},
                          .golden = want_4,
                          .bound_text = "of the same parity",
                          .accept = same_parity,
                          .context = &modulus};
  CHECK(compare(&ints, a, &d, &p));
  a[2] = 3;
  CHECK(!compare(&ints, a, &d, &p) && d.wrong == 1 && d.shown[0].index == 2 && d.several);
  CHECK(d.shown[0].expected.whole == 2 && d.shown[0].got.whole == 3);
  ints.accept = NULL;
  CHECK(!compare(&ints, a, &d, &p) && d.wrong == 4 && !d.several);
}

static void test_bounds(void) {
  reset(3);
  floats.rel_bound = 0;
  double bounds[] = {1, 0.125, 0};
  floats.bounds = bounds;
  got[0] += 1, got[1] += 0.125f;
  CHECK(compare(&floats, got, &d, &p));
  got[1] += 0.125f;
  CHECK(!compare(&floats, got, &d, &p) && d.shown[0].index == 1 && d.bound == 0.125);
}

static void test_halves(void) {
  CHECK(half_value(0x3C00) == 1 && half_value(0xC001) == -2 - 0x1p-9 && half_value(0x7BFF) == 65504);
  CHECK(half_value(0x0001) == 0x1p-24 && half_value(0x83FF) == -1023 * 0x1p-24 && half_value(0x8000) == 0);
  CHECK(half_value(0x7C00) == INFINITY && half_value(0xFC00) == -INFINITY && isnan(half_value(0x7C01)));
  uint16_t x[2] = {0x3C00, 0x4000};
  double one_two[2] = {1, 2};
  struct pmpp_buf halves = {.arg = {.type = PMPP_F16, .role = PMPP_OUT, .count = 2}, .golden = one_two};
  CHECK(compare(&halves, x, &d, &p));
  x[1] ^= 1;
  CHECK(!compare(&halves, x, &d, &p) && d.shown[0].got.real == 2 + 0x1p-9);
  uint16_t y[2] = {0x3F80, 0x4000};
  halves.arg.type = PMPP_BF16;
  CHECK(compare(&halves, y, &d, &p));
  y[1] ^= 1;
  CHECK(!compare(&halves, y, &d, &p) && d.shown[0].got.real == 2 + 0x1p-6);
}

int main(void) {
  test_bounds();
  test_halves();
  test_floats();
  test_not_finite();
  test_whole();
  test_several_right();
  return CHECK_STATUS();
}
