// What a wrong sum lacks, for sums of which a known part is lost or taken twice.
#include "check.h"
#include "grader/judge/case.h"
#include "grader/judge/sum.h"
#include <stdlib.h>
#include <string.h>

enum { N = 1031 };

static float numbers[N];

static double part(int begin, int end) {
  double sum = 0;
  for (int i = begin; i < end; i++) sum += numbers[i];
  return sum;
}

// As often as it takes for a story to be told.
static bool thrice(const struct pmpp_case *c, struct value got, struct text *hint) {
  struct sum_seen one = {c, 1, got, 1, true}, seen[] = {one, one, one};
  CHECK(!sum_hint(seen, 2, hint) && !hint->length);
  return sum_hint(seen, 3, hint);
}

static const char *says(double golden, double got, double bound) {
  static struct text hint;
  double want[] = {golden};
  struct pmpp_case c = {
      .n_bufs = 2,
      .buf = {{.arg = {.type = PMPP_F32, .role = PMPP_IN, .count = N}, .data = numbers},
              {.arg = {.type = PMPP_F32, .role = PMPP_OUT, .count = 1}, .golden = want, .abs_bound = bound}}};
  text_free(&hint);
  bool known = thrice(&c, (struct value){.real = got}, &hint);
  CHECK(known == (hint.length > 0));
  return text_get(&hint);
}

#define SAYS(text, part) CHECK_TEXT(strstr(shown, part), text)

static double component(int k) {
  double sum = 0;
  for (int i = k; i < N / 4 * 4; i += 4) sum += numbers[i];
  return sum;
}

static double warps(int block) { // the first of each
  double sum = 0;
  for (int i = 0; i < N; i++) sum += i % block < 32 ? numbers[i] : 0;
  return sum;
}

static double lanes(int lane, double times) {
  double sum = 0;
  for (int i = lane; i < N; i += 32) sum += numbers[i];
  return times * sum;
}

// Lane 0 of a warp by chance: at one size the sum of elements 0, 1, 2, 4, 8, ..., at others that without a tree's step.
static void test_chance(void) {
  enum { SIZES = 4 };
  static const int size[SIZES] = {31, 32, 33, 64};
  struct pmpp_case c[SIZES];
  struct sum_seen seen[SIZES];
  double want[SIZES];
  static float x[64];
  for (int i = 0; i < 64; i++) x[i] = numbers[i];
  double ahead = x[0], step = 0;
  for (int i = 1; i < 31; i *= 2) ahead += x[i];
  for (int i = 0; i < 31; i += 2) step += x[i];
  x[6] += (float)(ahead - step); // now both fit the first size
  for (int k = 0; k < SIZES; k++) {
    double got = 0;
    want[k] = 0;
    for (int i = 0; i < size[k]; i++) want[k] += x[i], got += i % 2 ? 0 : x[i];
    c[k] = (struct pmpp_case){
        .n_bufs = 2,
        .buf = {{.arg = {.type = PMPP_F32, .role = PMPP_IN, .count = size[k]}, .data = x},
                {.arg = {.type = PMPP_F32, .role = PMPP_OUT, .count = 1}, .golden = &want[k]}}};
    seen[k] = (struct sum_seen){&c[k], 1, (struct value){.real = got}, 1, k == 0};
  }
  struct text hint = {0};
  CHECK(sum_hint(seen, SIZES, &hint));
  SAYS(text_get(&hint), "a step of the tree, at distance 1, is missing");
  CHECK(!strstr(text_get(&hint), "__syncwarp"));
  text_free(&hint);
}

static void test_floats(void) {
  double all = part(0, N), tree = 0;
  for (int i = 0; i < N; i++) tree += i & 64 ? 0 : numbers[i];
  SAYS(says(all, part(0, N - 1), 0), "without the last 1 of the 1031 elements");
  SAYS(says(all, part(0, N - 7), 0), "without the last 7 of the 1031 elements");
  CHECK(!strstr(says(all, part(0, N - 1), 0), "tree"));
  SAYS(says(all, part(0, 512), 0), "the first 512 of the 1031 elements have exactly this sum");
  SAYS(says(all, part(0, 96), 0), "the first 96 of the 1031 elements have exactly this sum");
  SAYS(says(all, all - part(256, 512), 0), "without elements 256 to 511 the sum is exactly this");
  SAYS(says(all, all + part(64, 96), 0), "with elements 64 to 95 added twice the sum is exactly this");
  SAYS(says(all, tree, 0), "a step of the tree, at distance 64, is missing");
  SAYS(says(all, all - numbers[0], 0),
       "without element 0 of 1031 the sum is exactly this: is the loop's lower");
  SAYS(says(all, all - numbers[20], 0), "without element 20 of 1031 the sum is exactly this");
  SAYS(says(all, all + numbers[20], 0), "with element 20 of 1031 added twice the sum is exactly this");
  SAYS(says(all, all - component(3), 0), "of each vector of four the component .w is not added");
  SAYS(says(all, all - part(N - 3, N) + part(N / 4, N / 4 + 3), 0),
       "(n / 4) in the place of the last 3 of the 1031");
  SAYS(says(all, warps(256), 0), "the first 32 elements of each 256: that of the first warp alone");
  SAYS(says(all, lanes(31, 32), 0), "32 times the sum of the elements 31, 63, ... alone");
  SAYS(says(all, 256.0 * numbers[0], 0), "256 times element 0: each step adds the thread's own value again");
  SAYS(says(all, numbers[255], 0), "the result is element 255 alone, or 0 where there are fewer");
  SAYS(says(all, all - part(N - 3, N) + part(0, 3), 0), "with the first 3 of the 1031 elements in the place");
  CHECK(!*says(all, all + 0.25, 0));             // no part of whole numbers
  CHECK(!*says(all + 1, part(0, N - 7), 0));     // golden is another thing than the sum
  CHECK(!*says(all, all - numbers[N - 1], 1e5)); // the bound swallows what is missing
  SAYS(says(all, part(0, 512) + 0.125, 0.25), "the first 512 of");
}

// Lane 0 of a warp that trusts its lanes to be in step adds up what the others have not yet added to.
static void test_lane_alone(void) {
  enum { LANES = 31 };
  double all = part(0, LANES), got = numbers[0], want[] = {all};
  for (int i = 1; i < LANES; i *= 2) got += numbers[i];
  struct pmpp_case c = {.n_bufs = 2,
                        .buf = {{.arg = {.type = PMPP_F32, .role = PMPP_IN, .count = LANES}, .data = numbers},
                                {.arg = {.type = PMPP_F32, .role = PMPP_OUT, .count = 1}, .golden = want}}};
  struct text hint = {0};
  CHECK(thrice(&c, (struct value){.real = got}, &hint));
  SAYS(text_get(&hint), "each step needs a barrier, __syncwarp()");
  text_free(&hint);
  thrice(&c, (struct value){.real = got + numbers[3]}, &hint);
  CHECK(!strstr(text_get(&hint), "__syncwarp"));
  text_free(&hint);
}

static void test_whole(void) { // sums that wrap around
  int32_t x[64], want[1], sum = 0;
  for (int i = 0; i < 64; i++) x[i] = 1000000007 + i * i, sum = (int32_t)((uint32_t)sum + (uint32_t)x[i]);
  want[0] = sum;
  int32_t got = (int32_t)((uint32_t)sum - (uint32_t)x[32] - (uint32_t)x[33]);
  for (int i = 34; i < 64; i++) got = (int32_t)((uint32_t)got - (uint32_t)x[i]);
  struct pmpp_case c = {.n_bufs = 2,
                        .buf = {{.arg = {.type = PMPP_I32, .role = PMPP_IN, .count = 64}, .data = x},
                                {.arg = {.type = PMPP_I32, .role = PMPP_OUT, .count = 1}, .golden = want}}};
  struct text hint = {0};
  struct value value = {.is_whole = true, .is_signed = true, .whole = (uint64_t)(int64_t)got};
  CHECK(thrice(&c, value, &hint));
  SAYS(text_get(&hint), "the first 32 of the 64 elements");
  text_free(&hint);
  value.whole++;
  CHECK(!thrice(&c, value, &hint) && !hint.length);
}

int main(void) {
  for (int i = 0; i < N; i++) numbers[i] = (float)(i * 7919 % 100003 - 50000);
  test_floats();
  test_chance();
  test_lane_alone();
  test_whole();
  return CHECK_STATUS();
}
