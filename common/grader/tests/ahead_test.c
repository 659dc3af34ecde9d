// Cases that are made ahead of their rows: the same cases, in order, no further ahead than allowed; loops on all processors.
#include "base/parallel.h"
#include "check.h"
#include "grader/bench/ahead.h"
#include "grader/judge/case.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Atomic int begun, under_way, most_under_way, ended; // cases made

static void make(struct pmpp_case *c) {
  begun++;
  int now = ++under_way;
  int most = most_under_way;
  while (now > most && !atomic_compare_exchange_weak(&most_under_way, &most, now)) continue;
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, 100);
  pmpp_add(c, "y", PMPP_OUT, PMPP_F32, 1);
  pmpp_fill_f32(x->data, 100, 0, 1, c->seed);
}

static void golden(struct pmpp_case *c) {
  usleep(5000);
  *(double *)c->buf[1].golden = ((float *)c->buf[0].data)[0];
  under_way--;
  ended++;
}

static const struct pmpp_case_spec cases[] = {{"a", {1}, 0, PMPP_TIMED}, {"b", {2}, 0, PMPP_TIMED}};
static const struct pmpp_task tasks[] = {
    {.name = "1_a", .cases = cases, .n_cases = 2, .make = make, .golden = golden},
    {.name = "2_on_the_host",
     .cases = cases,
     .n_cases = 2,
     .make = make,
     .golden = golden,
     .synchronous = true}};

enum { N = 12 };

static void fill_rows(struct task_result *rows) {
  for (int i = 0; i < N; i++) rows[i] = (struct task_result){.task = &tasks[0], .timed_case = i % 2};
  rows[3].timed_case = -1;
  rows[6].task = &tasks[1];
}

static void test_cases(struct task_result *rows, int threads) {
  begun = ended = most_under_way = 0;
  struct ahead *a = ahead_start(7, rows, N, threads);
  for (int i = 0; i < N; i++) {
    struct pmpp_case *c = ahead_take(a, i);
    CHECK((c == NULL) == (rows[i].timed_case < 0));
    if (!c) continue;
    CHECK(c->seed == case_seed(7, rows[i].task, rows[i].timed_case) && c->spec == &cases[rows[i].timed_case]);
    CHECK(*(double *)c->buf[1].golden == ((float *)c->buf[0].data)[0]);
    usleep(12000);
    CHECK(begun <= i + 1 + threads);
    if (rows[i].task->synchronous) {
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

// What is made and not taken is freed (a leak checker sees it), and what is not begun stays so.
static void test_early_end(struct task_result *rows) {
  begun = ended = 0;
  struct ahead *a = ahead_start(7, rows, N, 2);
  case_free(ahead_take(a, 0));
  ahead_end(a);
  CHECK(begun == ended && begun >= 1 && begun <= 3);
  ahead_end(ahead_start(7, rows, 0, 0));
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
  struct task_result *rows = must_alloc(N * sizeof *rows);
  fill_rows(rows);
  test_cases(rows, 1);
  test_cases(rows, 3);
  test_early_end(rows);
  test_loop();
  free(rows);
  return CHECK_STATUS();
}
