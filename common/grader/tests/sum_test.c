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

static const char *says(double golden, double got, double bound) {
  static struct text hint;
  double want[] = {golden};
  struct pmpp_case c = {
      .n_bufs = 2,
      .buf = {{.arg = {.type = PMPP_F32, .role = PMPP_IN, .count = N}, .data = numbers},
              {.arg = {.type = PMPP_F32, .role = PMPP_OUT, .count = 1}, .golden = want, .abs_bound = bound}}};
  text_free(&hint);
  bool known = sum_hint(&c, 1, (struct value){.real = got}, &hint);
  CHECK(known == (hint.length > 0));
  return text_get(&hint);
}

#define SAYS(text, part) CHECK_TEXT(strstr(shown, part), text)

static void test_floats(void) {
  double all = part(0, N), tree = 0;
  for (int i = 0; i < N; i++) tree += i & 64 ? 0 : numbers[i];
  SAYS(says(all, part(0, N - 1), 0), "without the last 1 of the 1031 elements");
  SAYS(says(all, part(0, N - 7), 0), "without the last 7 of the 1031 elements");
  SAYS(says(all, part(0, N - 7), 0), "or a tree lacks its step at distance 1024");
  CHECK(!strstr(says(all, part(0, N - 1), 0), "tree"));
  SAYS(says(all, part(0, 512), 0), "the first 512 of the 1031 elements have exactly this sum");
  SAYS(says(all, part(0, 96), 0), "the first 96 of the 1031 elements have exactly this sum");
  SAYS(says(all, all - part(256, 512), 0), "without elements 256 to 511 the sum is exactly this");
  SAYS(says(all, all + part(64, 96), 0), "with elements 64 to 95 added twice the sum is exactly this");
  SAYS(says(all, tree, 0), "a step of the tree, at distance 64, is missing");
  SAYS(says(all, all - numbers[0], 0),
       "without element 0 of 1031 the sum is exactly this: is the loop's lower");
  SAYS(says(all, all - numbers[400], 0), "without element 400 of 1031 the sum is exactly this");
  SAYS(says(all, all + numbers[400], 0), "with element 400 of 1031 added twice the sum is exactly this");
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
  CHECK(sum_hint(&c, 1, (struct value){.real = got}, &hint));
  SAYS(text_get(&hint), "each step needs a barrier, __syncwarp()");
  text_free(&hint);
  sum_hint(&c, 1, (struct value){.real = got + numbers[3]}, &hint);
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
  CHECK(sum_hint(&c, 1, value, &hint));
  SAYS(text_get(&hint), "the first 32 of the 64 elements");
  text_free(&hint);
  value.whole++;
  CHECK(!sum_hint(&c, 1, value, &hint) && !hint.length);
}

int main(void) {
  for (int i = 0; i < N; i++) numbers[i] = (float)(i * 7919 % 100003 - 50000);
  test_floats();
  test_lane_alone();
  test_whole();
  return CHECK_STATUS();
}
