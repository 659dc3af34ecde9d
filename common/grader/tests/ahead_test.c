// Cases that are made ahead of their rows: the same cases, in order, no further ahead than allowed; loops on all processors.
#include "base/parallel.h"
#include "check.h"
#include "grader/judge/ahead.h"
#include "grader/judge/case.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGE = 1 << 20 };
static _Atomic int large_made;
static _Atomic int begun, under_way, most_under_way, ended; // cases made

static void make(struct pmpp_case *c) {
  begun++;
  int now = ++under_way;
  int most = most_under_way;
  while (now > most && !atomic_compare_exchange_weak(&most_under_way, &most, now)) continue;
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, c->spec->size[0]);
  pmpp_add(c, "y", PMPP_OUT, PMPP_F32, 1);
  pmpp_fill_f32(x->data, 100, 0, 1, c->seed);
  if (x->arg.count > LARGE) large_made++;
}

static void golden(struct pmpp_case *c) {
  usleep(5000);
  *(double *)c->buf[1].golden = ((float *)c->buf[0].data)[0];
  under_way--;
  ended++;
}

// The third is large: more than 64 MiB.
static const struct pmpp_case_spec cases[] = {
    {"a", {100}, 0, PMPP_TIMED}, {"b", {200}, 0, PMPP_TIMED}, {"c", {17 << 20}, 0, PMPP_TIMED}};
static const struct pmpp_task tasks[] = {
    {.name = "1_a", .cases = cases, .n_cases = 3, .make = make, .golden = golden},
    {.name = "2_b", .cases = cases, .n_cases = 3, .make = make, .golden = golden}};

enum { N = 12 };

static void fill_items(struct ahead_item *items) {
  for (int i = 0; i < N; i++) items[i] = (struct ahead_item){&tasks[0], i % 2};
  items[3].which = -1;
  items[6].task = &tasks[1];
}

static void test_cases(const struct ahead_item *items, int threads) {
  begun = ended = most_under_way = 0;
  struct ahead *a = ahead_start(7, items, N, threads, 0);
  for (int i = 0; i < N; i++) {
    struct pmpp_case *c = ahead_take(a, i);
    CHECK((c == NULL) == (items[i].which < 0));
    if (!c) continue;
    CHECK(c->seed == case_seed(7, items[i].task, items[i].which) && c->spec == &cases[items[i].which]);
    CHECK(*(double *)c->buf[1].golden == ((float *)c->buf[0].data)[0]);
    usleep(12000);
    CHECK(begun <= i + 1 + threads);
    if (i == 6) {
      ahead_rest(a);
      int before = begun;
      CHECK(under_way == 0);
      usleep(12000);
      CHECK(begun == before && under_way == 0);
    }
    case_free(c);
  }
  ahead_end(a);
  CHECK(ended == N - 1 && most_under_way <= threads);
  CHECK(threads == 1 || most_under_way > 1);
}

// A task that has failed leaves its other cases out: they are not made, or freed (a leak checker sees it).
static void test_left_out(const struct ahead_item *items) {
  begun = ended = 0;
  struct ahead *a = ahead_start(7, items, N, 2, 3);
  case_free(ahead_take(a, 0));
  struct pmpp_case *c = ahead_find(a, &tasks[1], 0); // item 6
  CHECK(c && c->seed == case_seed(7, &tasks[1], 0));
  case_free(c);
  CHECK(!ahead_find(a, &tasks[1], 0));
  c = ahead_find(a, &tasks[0], 1);
  CHECK(c && c->spec == &cases[1]);
  case_free(c);
  ahead_end(a);
  CHECK(begun == ended && begun < N);
}

// Of large cases no more are made than there are threads, and one that is asked for; small ones beside them do not count.
static void test_large(void) {
  struct ahead_item items[N];
  for (int i = 0; i < N; i++) items[i] = (struct ahead_item){&tasks[0], i % 2 ? 2 : 0};
  large_made = 0;
  struct ahead *a = ahead_start(7, items, N, 2, N);
  for (int i = 0; i < N; i++) {
    struct pmpp_case *c = ahead_take(a, i);
    CHECK(c && c->spec == &cases[items[i].which]);
    usleep(20000);
    CHECK(large_made <= i / 2 + 1 + 3);
    case_free(c);
  }
  ahead_end(a);
  CHECK(large_made == N / 2);
}

// What is made and not taken is freed (a leak checker sees it), and what is not begun stays so.
static void test_early_end(const struct ahead_item *items) {
  begun = ended = 0;
  struct ahead *a = ahead_start(7, items, N, 2, 0);
  case_free(ahead_take(a, 0));
  ahead_end(a);
  CHECK(begun == ended && begun >= 1 && begun <= 3);
  ahead_end(ahead_start(7, items, 0, 0, 0));
}

static void count(void *context, int64_t begin, int64_t end) {
  int8_t *times = context;
  for (int64_t i = begin; i < end; i++) times[i]++;
}

static void test_loop(void) {
  static int8_t times[1000003];
  const int64_t sizes[] = {0, 1, 999, 1000, 1001, 1000003};
  for (int k = 0; k < 6; k++) {
    memset(times, 0, sizeof times);
    parallel_for(sizes[k], 1000, count, times);
    int64_t right = 0;
    for (int64_t i = 0; i < 1000003; i++) right += times[i] == (i < sizes[k]);
    CHECK(right == 1000003);
  }
  CHECK(parallel_processors() >= 1);
}

int main(void) {
  struct ahead_item items[N];
  fill_items(items);
  test_cases(items, 1);
  test_cases(items, 3);
  test_left_out(items);
  test_large();
  test_early_end(items);
  test_loop();
  return CHECK_STATUS();
}
