// Patterns and hints: each with an output that shows it and one that does not.
#include "check.h"
#include "grader/judge/hint.h"
#include "outputs.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *copied, *known, *first_with; // what the grading loop found out
static int64_t block, threads;

static const char *hint(bool depends, int64_t passed, int64_t failed) {
  static struct text t;
  text_free(&t);
  bool right = compare(&floats, got, &d, &p);
  if (!right)
    hint_for(&(struct symptom){.pattern = &p,
                               .depends_on_schedule = depends,
                               .passed_size = passed,
                               .largest_before = passed,
                               .failed_size = failed,
                               .block = block,
                               .threads = threads,
                               .mistake = known,
                               .first_with = first_with,
                               .copied = copied},
             &t);
  return text_get(&t);
}

static const char *hint_of(const struct pmpp_buf *b, const void *output) {
  static struct text t;
  text_free(&t);
  if (!compare(b, output, &d, &p)) hint_for(&(struct symptom){.pattern = &p, .passed_size = -1}, &t);
  return text_get(&t);
}

static void wrong_from(int64_t first) {
  for (int64_t i = first; i < floats.arg.count; i++) got[i] = -7.25f - i * i;
}

#define SAYS(text, words)     CHECK_TEXT(strstr(shown, words), text)
#define SAYS_NOT(text, words) CHECK_TEXT(!strstr(shown, words), text)

static void test_hints_where(void) {
  reset(1000);
  wrong_from(256);
  SAYS(hint(false, -1, 0), "from element 256 on: the second block");
  got[300] = want[300]; // no longer all of it
  SAYS_NOT(hint(false, -1, 0), "second block");
  reset(300);
  wrong_from(256);
  SAYS(hint(false, -1, 0), "it is also the last block");
  reset(100);
  wrong_from(32);
  SAYS(hint(false, -1, 0), "second warp");
  reset(1000);
  wrong_from(640);
  SAYS(hint(false, -1, 0),
       "with 256 threads a block, and an element a thread, that is thread 128 of block 2");
  block = 320;
  SAYS(hint(false, -1, 0), "with 320 threads a block, and an element a thread, that is thread 0 of block 2");
  threads = 640; // two elements a thread
  SAYS(hint(false, -1, 0), "everything is wrong from element 640 on");
  SAYS_NOT(hint(false, -1, 0), "an element a thread");
  threads = 0;
  reset(1000);
  wrong_from(320);
  SAYS(hint(false, -1, 0), "from element 320 on: the second block, where blocks have 320 threads");
  reset(1000);
  wrong_from(512);
  block = 128;
  SAYS_NOT(hint(false, -1, 0), "second block");
  block = 0;
  SAYS(hint(false, -1, 0), "second block");
  reset(1000);
  wrong_from(777);
  SAYS_NOT(hint(false, -1, 0), "from element");
  reset(999);
  wrong_from(996); // 999 = 4 * 249 + 3
  SAYS(hint(false, -1, 0), "only the tail");
  reset(997);
  wrong_from(990); // 7 elements are no remainder of a division by a power of two
  SAYS_NOT(hint(false, -1, 0), "tail");
  reset(100);
  wrong_from(1);
  SAYS(hint(false, -1, 0), "only element 0 is right");
  reset(100);
  wrong_from(2);
  SAYS_NOT(hint(false, -1, 0), "only element 0");
}

static void test_hints_what(void) {
  reset(100);
  memset(got, 0xFF, sizeof got);
  SAYS(hint(false, -1, 0), "nothing was written: the output");
  reset(100);
  memset(got + 50, 0xFF, 50 * sizeof *got);
  SAYS(hint(false, -1, 0), "nothing was written from element 50 on");
  reset(100);
  memset(got + 50, 0xFF, 10 * sizeof *got);
  SAYS(hint(false, -1, 0), "10 elements were never written, the first is 50");
  floats.ones_mean_something = true;
  SAYS_NOT(hint(false, -1, 0), "elements were never written");
  floats.ones_mean_something = false;
  reset(100);
  memset(got + 50, 0xFF, 10 * sizeof *got);
  got[5] = 3e9f;
  SAYS_NOT(hint(false, -1, 0), "elements were never written");
  reset(100);
  got[7] = nanf("1"), got[9] = 1e9f;
  SAYS(hint(false, -1, 0), "1 of 2 wrong values are NaN");
  reset(100);
  got[7] = nanf("1");
  SAYS(hint(false, -1, 0), "the value is NaN");
  got[7] = 1e9f;
  SAYS_NOT(hint(false, -1, 0), "NaN");
  reset(100);
  for (int i = 3; i < 90; i++) got[i] = 0;
  SAYS(hint(false, -1, 0), "every wrong value is 0");
  got[3] = 1;
  SAYS_NOT(hint(false, -1, 0), "every wrong value is 0");
  reset(100);
  got[3] = 0;
  SAYS_NOT(hint(false, -1, 0), "is 0");
  reset(100);
  for (int i = 0; i < 90; i++) got[i] *= 2;
  SAYS(hint(false, -1, 0), "2 times the expected");
  got[4] = 1;
  SAYS_NOT(hint(false, -1, 0), "times the expected");
  reset(100);
  for (int i = 10; i < 90; i++) got[i] /= 32;
  SAYS(hint(false, -1, 0), "1/32 of the expected");
  reset(100);
  for (int i = 10; i < 90; i++) got[i] *= -1;
  SAYS(hint(false, -1, 0), "wrong sign");
  reset(100);
  for (int i = 10; i < 90; i++) got[i] *= 1.3f;
  CHECK(*hint(false, -1, 0) == 0);
}

// What a lab knows comes before any pattern, what is new in the label after all of them.
static void test_hints_of_the_lab(void) {
  reset(100);
  wrong_from(32);
  known = "the filter is turned round", first_with = "beta = 3";
  CHECK(strcmp(hint(false, -1, 0), "the filter is turned round") == 0);
  SAYS(hint(true, -1, 0), "depends on the order");
  known = NULL;
  SAYS_NOT(hint(false, -1, 0), "beta");
  reset(1000);
  got[500] = -1;
  SAYS(hint(false, -1, 0), "it is the first with `beta = 3`");
  SAYS_NOT(hint(false, 1000, 1000), "larger");
  SAYS(hint(false, 400, 1000), "`beta = 3`, and larger than they are (1000, they up to 400)");
  first_with = NULL;
  CHECK(*hint(false, -1, 0) == 0);
}

static void test_hints_infinity(void) {
  reset(4);
  want[1] = INFINITY;
  SAYS(hint(false, -1, 0), "infinity is expected");
  got[2] = 0;
  SAYS_NOT(hint(false, -1, 0), "infinity is expected");
}

static void test_hints_precision(void) {
  reset(1000);
  for (int i = 0; i < 1000; i += 3) got[i] *= 1.0005f;
  SAYS(hint(false, -1, 0), "nearly right, by 1 part in");
  got[3] *= 2;
  SAYS_NOT(hint(false, -1, 0), "nearly");
  int32_t golden[3] = {1511677295, 7, 1 << 26}, given[3] = {1511677312, 7, 1 << 26};
  struct pmpp_buf ints = {.arg = {.type = PMPP_I32, .role = PMPP_OUT, .count = 3}, .golden = golden};
  SAYS(hint_of(&ints, given), "computed as floats, which keep 24 bits");
  given[2] += 64;
  SAYS(hint_of(&ints, given), "24 bits");
  given[1] = 5000;
  SAYS_NOT(hint_of(&ints, given), "24 bits");
}

static void test_hints_counts(void) {
  uint32_t golden[8] = {5, 65537, 70000, 9, 0, 1, 2, 3}, given[8];
  struct pmpp_buf counts = {
      .arg = {.type = PMPP_U32, .role = PMPP_OUT, .count = 8}, .golden = golden, .counts = true};
  memcpy(given, golden, sizeof given);
  given[1] -= 65536, given[2] -= 65536;
  SAYS(hint_of(&counts, given), "by a multiple of 65536: do 16 bits overflow?");
  given[3]++;
  SAYS(hint_of(&counts, given), "overflow, and carry into the neighbour");
  given[2]--;
  SAYS_NOT(hint_of(&counts, given), "overflow");
  memcpy(given, golden, sizeof given);
  given[0]--, given[2] -= 3;
  SAYS(hint_of(&counts, given), "every wrong count is too small, by 4 in all");
  memcpy(given, golden, sizeof given);
  given[0]++, given[2] += 3;
  SAYS(hint_of(&counts, given), "every wrong count is too large, by 4 in all");
  given[3] -= 5;
  SAYS(hint_of(&counts, given), "some counts are too small, others too large (-1 in all)");
  counts.counts = false;
  memcpy(given, golden, sizeof given);
  given[0]++, given[2]--, given[3]++;
  SAYS(hint_of(&counts, given), "off by 1");
}

// A picture of 100 columns and 64 rows whose tiles have 32 x 32 elements; 3 beside a border need the tile beside.
static void test_hints_borders(void) {
  enum { COLUMNS = 100, ROWS = 64 };
  static float wrong[ROWS * COLUMNS];
  static double right[ROWS * COLUMNS];
  struct pmpp_buf picture = {.arg = {.type = PMPP_F32, .role = PMPP_OUT, .count = ROWS * COLUMNS},
                             .golden = right,
                             .columns = COLUMNS};
  for (int corners = 0; corners < 2; corners++) {
    for (int i = 0; i < ROWS * COLUMNS; i++) {
      bool row = i / COLUMNS >= 29 && i / COLUMNS < 35, column = i % COLUMNS % 32 >= 29 && i % COLUMNS < 96;
      right[i] = i;
      wrong[i] = (float)(row && (column || !corners) ? -i * i : i);
    }
    const char *said = hint_of(&picture, wrong);
    SAYS(said, "wrong are only rows up to 3 before and up to 3 behind a multiple of 32");
    if (corners)
      SAYS(said, "columns up to 3 before a multiple of 32, where tiles meet at their corners");
    else
      SAYS(said, "where tiles meet: do they need values of the tile beside (a halo)?");
  }
  wrong[0] = -1; // in the middle of a tile
  SAYS_NOT(hint_of(&picture, wrong), "tiles meet");
}

static void test_hints_bytes(void) { // of which 0xFF is an ordinary one
  uint8_t expected[4] = {1, 2, 3, 4}, bytes[4] = {1, 255, 255, 4};
  struct pmpp_buf b = {.arg = {.type = PMPP_U8, .role = PMPP_OUT, .count = 4}, .golden = expected};
  struct text t = {0};
  CHECK(!compare(&b, bytes, &d, &p));
  hint_for(&(struct symptom){.pattern = &p, .passed_size = -1}, &t);
  SAYS(text_get(&t), "every wrong value is 255");
  SAYS(text_get(&t), "or your kernel computed 255");
  text_free(&t);
}

static void test_hints_places(void) {
  reset(100);
  for (int i = 1; i < 100; i++) got[i] = want[i - 1];
  SAYS(hint(false, -1, 0), "holds what element i - 1 should");
  got[50] = -3;
  SAYS_NOT(hint(false, -1, 0), "i - 1");
  reset(100);
  for (int i = 0; i < 99; i++) got[i] = want[i + 1];
  SAYS(hint(false, -1, 0), "holds what element i + 1 should");
  reset(100);
  for (int i = 20; i < 60; i++) got[i] = want[79 - i];
  SAYS(hint(false, -1, 0), "no value is lost or doubled");
  SAYS(hint(false, -1, 0), "the index of the store");
  got[20] = want[21];
  SAYS_NOT(hint(false, -1, 0), "no value is lost");
  reset(9);
  floats.columns = 3;
  for (int i = 0; i < 9; i++) got[i] = want[3 * (i % 3) + i / 3];
  SAYS(hint(false, -1, 0), "rows and columns exchanged");
  reset(1000);
  for (int i = 250; i < 256; i++) got[i] = -i * i;
  SAYS(hint(false, -1, 0), "only the last 6 elements of a 256-element block are wrong, before element 256");
  got[256] = -4;
  SAYS_NOT(hint(false, -1, 0), "-element block");
  reset(1000);
  got[512] = -1;
  SAYS(hint(false, -1, 0), "only the first 1 element of a 512-element block is wrong, from element 512");
  reset(1000);
  got[500] = -1;
  CHECK(*hint(false, -1, 0) == 0);
  reset(769);
  got[768] = -1;
  SAYS(hint(false, -1, 0), "element 768 begins a block");
  reset(1000);
  got[999] = -1;
  SAYS(hint(false, -1, 0), "only the last element is wrong: check the boundary test");
  reset(1000);
  got[0] = -1;
  SAYS(hint(false, -1, 0), "only element 0 is wrong");
  got[3] = -1;
  CHECK(*hint(false, -1, 0) == 0);
}

static void test_hints_values(void) {
  reset(100);
  for (int i = 3; i < 90; i++) got[i] -= 25;
  SAYS(hint(false, -1, 0), "every wrong value is 25 too small: is one element or one block's sum");
  got[4] -= 1;
  SAYS_NOT(hint(false, -1, 0), "too small");
  reset(100);
  for (int i = 0; i < 100; i++) got[i] = want[i] = i * i + 0.5;
  for (int i = 3; i < 90; i++) got[i] += 1;
  SAYS(hint(false, -1, 0), "every wrong value is 1 too large: is it rounded");
  reset(100);
  got[3] *= 3; // one may be a coincidence
  SAYS_NOT(hint(false, -1, 0), "times");
  reset(100);
  for (int i = 30; i < 40; i++) got[i] = NAN;
  SAYS(hint(false, -1, 0), "every wrong value is NaN");
  reset(100);
  got[3] += 5, got[9] += 5; // two say nothing
  CHECK(*hint(false, -1, 0) == 0);
  reset(1);
  got[0] = 0;
  CHECK(*hint(false, -1, 0) == 0); // one says nothing: see test_others
  int32_t error = 2, success = 0;  // what a function returned, say
  struct pmpp_buf status = {.arg = {.type = PMPP_I32, .role = PMPP_OUT, .count = 1}, .golden = &error};
  struct text none = {0};
  CHECK(!compare(&status, &success, &d, &p));
  hint_for(&(struct symptom){.pattern = &p, .passed_size = -1}, &none);
  CHECK(!none.length);
  reset(100);
  want[7] = want[8] = NAN;
  SAYS(hint(false, -1, 0), "NaN is expected, because an input is NaN");
  got[1] = 1e9f;
  CHECK(*hint(false, -1, 0) == 0);
  reset(100);
  got[1] = 1e9f, got[5] = 2e8f, got[8] = -1;
  copied = "x";
  SAYS(hint(false, -1, 0), "every wrong element equals the same element of x");
  copied = "";
  SAYS(hint(false, -1, 0), "still has its value from before the call");
  reset(100);
  got[1] = 1e9f;
  CHECK(*hint(false, -1, 0) == 0); // one may be a coincidence
  copied = NULL;
  int32_t before[4] = {5, 6, -1, -1}, after[4] = {5, 6, -1, 0};
  struct pmpp_buf b = {.arg = {.type = PMPP_I32, .role = PMPP_OUT, .count = 4}, .golden = before};
  struct text t = {0};
  CHECK(!compare(&b, after, &d, &p));
  hint_for(&(struct symptom){.pattern = &p}, &t);
  SAYS(text_get(&t), "must stay as they were");
  text_free(&t);
  after[1] = 7; // not that alone
  CHECK(!compare(&b, after, &d, &p));
  hint_for(&(struct symptom){.pattern = &p}, &t);
  SAYS_NOT(text_get(&t), "must stay as they were");
  text_free(&t);
}

static void test_hints_context(void) {
  reset(100);
  got[10] = 5e8f;
  SAYS(hint(true, -1, 0), "order of blocks, warps and lanes");
  CHECK(*hint(false, -1, 0) == 0);
  reset(1);
  got[0] = 9.123f;
  SAYS(hint(false, 256, 257), "right up to size 256, wrong at 257");
  SAYS(hint(false, 32, 33), "second warp");
  CHECK(*hint(false, 257, 300) == 0);  // no boundary between
  CHECK(*hint(false, 100, 1023) == 0); // too many
  CHECK(*hint(false, -1, 257) == 0);   // nothing passed
}

static void test_matrices(void) { // 10 rows of 70
  reset(700);
  floats.columns = 70;
  for (int row = 0; row < 10; row++) got[70 * row + 64] = got[70 * row + 69] = -1;
  SAYS(hint(false, -1, 0), "everything before column 64 of 70 is right");
  CHECK(d.columns == 70 && d.shown[0].index == 64);
  got[3] = -1; // not at the edge alone
  CHECK(*hint(false, -1, 0) == 0);
  reset(700);
  floats.columns = 70;
  wrong_from(560); // were it a vector: a multiple of 16, not of 32; rows 8 and 9
  SAYS(hint(false, -1, 0), "everything before row 8 of 10 is right");
  reset(640);
  floats.columns = 64;
  wrong_from(256);
  SAYS_NOT(hint(false, -1, 0), "second block"); // it is row 4
  reset(640);
  floats.columns = 64;
  memset(got + 130, 0xFF, 4 * sizeof *got);
  SAYS(hint(false, -1, 0), "4 elements were never written, the first is [2][2]");
}

// What all outputs share is told, and what one of them does not have is not.
static void test_others(void) {
  enum { LARGE = 900 };
  static float large[LARGE];
  static double right[LARGE];
  struct pmpp_case_spec spec = {"n=900", {LARGE}};
  struct pmpp_case small = {.spec = &spec, .n_bufs = 1}, other = small;
  struct observation seen[2] = {{.c = &other, .output = large}, {.c = &other, .output = large}};
  struct symptom s = {.pattern = &p, .passed_size = -1, .c = &small, .output = got, .got = &d, .seen = seen};
  struct text t = {0};
  reset(257);
  got[256] = -1.25f; // the last one alone ...
  small.buf[0] = floats;
  CHECK(!compare(&floats, got, &d, &p));
  d.arg = 0;
  for (int i = 0; i < LARGE; i++) right[i] = 1.5 + i, large[i] = (float)right[i];
  large[LARGE - 1] = -1.25f;
  other.buf[0] = floats;
  other.buf[0].golden = right, other.buf[0].arg.count = LARGE;
  CHECK(!compare(&other.buf[0], large, &seen[0].d, &seen[0].p));
  seen[1] = seen[0];
  s.n_seen = 2;
  hint_for(&s, &t);
  SAYS(text_get(&t),
       "only the last element is wrong"); // ... in both; element 256 begins a block, 899 does not
  SAYS_NOT(text_get(&t), "begins a block");
  text_free(&t);
  for (int i = 0; i < LARGE; i++)
    large[i] = i % 512 < 256 ? (float)right[i] : -2.25f; // in the larger one, half of a tile
  CHECK(!compare(&other.buf[0], large, &seen[0].d, &seen[0].p));
  seen[1] = seen[0];
  hint_for(&s, &t);
  SAYS_NOT(text_get(&t), "only the last");
  SAYS(text_get(&t), "in each block of 512 elements the first 256 are right");
  text_free(&t);

  reset(1);
  got[0] = 0;
  floats.golden = want;
  CHECK(!compare(&floats, got, &d, &p));
  s = (struct symptom){.pattern = &p, .passed_size = -1, .seen = seen, .n_seen = 2};
  for (int k = 0; k < 2; k++) seen[k].d = d, seen[k].p = p;
  hint_for(&s, &t);
  SAYS(text_get(&t), "every wrong value is 0");
  text_free(&t);
  seen[1].p.zero = 0; // of another input it was no 0
  hint_for(&s, &t);
  CHECK(!t.length);
  memset(got, 0xFF, sizeof *got);
  CHECK(!compare(&floats, got, &d, &p));
  s = (struct symptom){.pattern = &p, .passed_size = -1, .no_launch = true};
  hint_for(&s, &t);
  SAYS(text_get(&t), "no kernel was launched");
  text_free(&t);
}

// Every fourth element, a row of eight, a difference in the place of a sum.
static void test_shapes(void) {
  struct pmpp_case c = {.n_bufs = 3};
  static float x[N], y[N];
  struct symptom s = {.pattern = &p, .passed_size = -1, .c = &c, .output = got, .got = &d};
  struct text t = {0};
  for (int step = 0; step < 3; step++) {
    reset(96);
    if (step == 1) floats.columns = 4;
    for (int i = 0; i < 96; i++) {
      x[i] = (float)(i * 37 % 101), y[i] = (float)(i * 53 % 97 + 1), want[i] = (double)x[i] + y[i];
      bool wrong = step == 0 ? i % 4 == 3 : step == 1 ? i / 4 % 8 == 7 : true;
      got[i] = !wrong ? (float)want[i] : step == 2 ? x[i] - y[i] : (float)(-3 * i * i - 1);
    }
    for (int k = 0; k < 2; k++)
      c.buf[k] =
          (struct pmpp_buf){.arg = {.type = PMPP_F32, .role = PMPP_IN, .count = 96}, .data = k ? y : x};
    strcpy(c.buf[0].arg.name, "a"), strcpy(c.buf[1].arg.name, "b");
    c.buf[2] = floats;
    CHECK(!compare(&floats, got, &d, &p));
    d.arg = 2;
    hint_for(&s, &t);
    SAYS(text_get(&t), step == 0   ? "wrong is every 4. element, from 3 on, and no other"
                       : step == 1 ? "wrong is every 8. row, from 7 on, and no other"
                                   : "every wrong value is a - b");
    text_free(&t);
  }
}

int main(void) {
  test_others();
  test_shapes();
  test_matrices();
  test_hints_where();
  test_hints_what();
  test_hints_bytes();
  test_hints_places();
  test_hints_values();
  test_hints_context();
  test_hints_of_the_lab();
  test_hints_infinity();
  test_hints_precision();
  test_hints_counts();
  test_hints_borders();
  return CHECK_STATUS();
}
