// The verdict `slow` against a worker that claims times: it is said after three measurements that agree, and never in doubt.
#include "check.h"
#include "grader/bench/pace.h"
#include "grader/output/table.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void make(struct pmpp_case *c) {
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, 1000);
  pmpp_add(c, "y", PMPP_OUT, PMPP_F32, 1000)->bound_text = "exact";
  pmpp_fill_f32(x->data, 1000, 1, 2, c->seed);
  c->param[0] = 1; // the fake worker claims the times of a task whose pace is judged
}

static void golden(struct pmpp_case *c) {
  for (int64_t i = 0; i < 1000; i++)
    ((double *)c->buf[1].golden)[i] = 2 * (double)((float *)c->buf[0].data)[i];
}

static const struct pmpp_case_spec cases[] = {{"n=999", {999}, 0, PMPP_ON_GPU},
                                              {"n=1000", {1000}, 0, PMPP_FULL}};

// name, earlier task, verdict, outcome, measurements, words
#define TABLE(X)                                                                                             \
  X(quick, NULL, PASS, MET, 1, "1.33 of cub's speed at n=1000 (1.5 ms, cub 2 ms); at least 0.75 is asked")   \
  X(too_slow, NULL, SLOW, SLOW, 3, "0.20 of cub's speed at n=1000 (10 ms, cub 2 ms), in each of 3")          \
  X(slow_once, NULL, PASS, MET, 2, "2.00 of cub's speed")                                                    \
  X(near, NULL, PASS, DOUBTFUL, 1, "within the noise")                                                       \
  X(scatters, NULL, PASS, DOUBTFUL, 1, "scatter too much")                                                   \
  X(scatters_slowly, NULL, SLOW, SLOW, 3, "of cub's speed")                                                  \
  X(library_scatters, NULL, PASS, DOUBTFUL, 1, "scatter too much")                                           \
  X(busy, NULL, PASS, DOUBTFUL, 1, "something else used the device")                                         \
  X(busy_at_last, NULL, PASS, DOUBTFUL, 3, "something else used the device")                                 \
  X(own_work_beside, NULL, SLOW, SLOW, 3, "of cub's speed")                                                  \
  X(drifting, NULL, PASS, DOUBTFUL, 2, "another in each measurement")                                        \
  X(baseline_lacks_it, NULL, PASS, DOUBTFUL, 1, "no time here (no such operation)")                          \
  X(baseline_wrong, NULL, PASS, DOUBTFUL, 1, "an output of a timed call is wrong")                           \
  X(cached, NULL, WRONG, FAULT, 1, "when it was timed at n=1000: an output of a timed call is wrong")        \
  X(dies, NULL, CRASH, FAULT, 1, "exit status 0")                                                            \
  X(threads, NULL, REJECTED, FAULT, 1, "it started threads while it was timed")                              \
  X(step, "earlier", PASS, MET, 1, "1.33 of earlier's speed at n=1000")                                      \
  X(step_back, "earlier", SLOW, SLOW, 3, "0.30 of earlier's speed")                                          \
  X(doubly_slow, "earlier", SLOW, SLOW, 3, "this task must be faster than that one")                         \
  X(quick, "earlier_todo", PASS, DOUBTFUL, 1, "not judged beside earlier_todo: it has no time here (todo)")

static const struct {
  struct pmpp_task task;
  enum verdict verdict;
  enum pace_outcome outcome;
  int measurements;
  const char *words;
} table[] = {
#define X(n, e, v, o, m, w)                                                                                  \
  {{.name = #n,                                                                                              \
    .prefix = "toy_",                                                                                        \
    .cases = cases,                                                                                          \
    .n_cases = 2,                                                                                            \
    .make = make,                                                                                            \
    .golden = golden,                                                                                        \
    .speed = {.size = "n=1000", .least = 0.75, .beats = e, .hint = "read less"}},                            \
   VERDICT_##v,                                                                                              \
   PACE_##o,                                                                                                 \
   m,                                                                                                        \
   w},
    TABLE(X)
#undef X
};
enum { N = sizeof table / sizeof *table };

static struct candidate library;
static bool library_here = true;

static void judge(const struct grading *g, const char *path, struct task_result *r) {
  pace_task(g, path, library_here ? &library : NULL, r);
}

// The fake workers count their processes here.
static char folder[100];

static void folder_make(void) {
  snprintf(folder, sizeof folder, "/tmp/pmpp-fake-timer-%d", (int)getpid());
  CHECK(mkdir(folder, 0700) == 0);
}

static void folder_remove(void) {
  char *command = must_print("rm -r %s", folder);
  CHECK(system(command) == 0);
  free(command);
}

static void test_tasks(const struct grading *g, const char *worker) {
  for (int i = 0; i < N; i++) {
    struct task_result r = {.task = &table[i].task, .backend = BACKEND_GPU};
    grade_task(g, worker, &r, NULL);
    bool right = CHECK(r.verdict == table[i].verdict && r.pace.outcome == table[i].outcome &&
                       r.pace.measurements == table[i].measurements);
    CHECK((r.verdict == VERDICT_SLOW) == (strcmp(text_get(&r.hint), "read less") == 0));
    CHECK(r.cases_run == 1 && r.cases_total == 1);
    const char *said = r.pace.outcome == PACE_FAULT ? text_get(&r.message) : text_get(&r.pace.words);
    if (!CHECK(strstr(said, table[i].words)) || !right)
      fprintf(stderr, "  %s: %s, %d measurements: %s\n", table[i].task.name, verdict_name(r.verdict),
              r.pace.measurements, said);
    task_result_free(&r);
  }
}

// Without what a time would be compared with, without being asked, and after a wrong result.
static void test_left_out(struct grading g, const char *worker) {
  struct pmpp_task task = table[1].task;
  struct task_result r = {.task = &task, .backend = BACKEND_GPU};
  library_here = false;
  grade_task(&g, worker, &r, NULL);
  library_here = true;
  CHECK(r.verdict == VERDICT_PASS && r.pace.outcome == PACE_DOUBTFUL);
  CHECK_TEXT(strstr(shown, "baseline.cu"), text_get(&r.pace.words));
  task_result_free(&r);

  g.pace = NULL;
  r = (struct task_result){.task = &task, .backend = BACKEND_GPU};
  grade_task(&g, worker, &r, NULL);
  CHECK(r.verdict == VERDICT_PASS && r.pace.outcome == PACE_NOT_ASKED);
  task_result_free(&r);

  g.pace = judge;
  task.speed = (struct pmpp_speed){0};
  r = (struct task_result){.task = &task, .backend = BACKEND_GPU};
  grade_task(&g, worker, &r, NULL);
  CHECK(r.verdict == VERDICT_PASS && r.pace.outcome == PACE_NOT_ASKED && !r.pace.measurements);
  task_result_free(&r);
}

// How many processes the implementation has had for a task.
static long started(const char *task) {
  struct stat st;
  char *path = must_print("%s/%s-0", folder, task);
  bool there = stat(path, &st) == 0;
  free(path);
  return there ? (long)st.st_size : 0;
}

// --times: the worst judgement counts, and the words say how many met the time. Workers that are fast enough serve ten
// judgements, those that are not one measurement.
static void test_times(struct grading g, const char *worker) {
  static const struct {
    int row, times, processes;
    enum pace_outcome outcome;
    const char *words;
  } want[] = {{0, 12, 2, PACE_MET,
               "met in 12 of 12 judgements, with 1.33 to 1.33 of cub's speed; the first: 1.33 of"},
              {1, 4, 12, PACE_SLOW,
               "met in 0 of 4 judgements, with 0.20 to 0.20 of cub's speed; the worst: 0.20 of"}};
  for (int i = 0; i < 2; i++) {
    struct task_result r = {.task = &table[want[i].row].task, .backend = BACKEND_GPU};
    long before = started(r.task->name);
    g.times = want[i].times;
    grade_task(&g, worker, &r, NULL);
    CHECK(r.pace.outcome == want[i].outcome);
    CHECK_TEXT(strstr(shown, want[i].words), text_get(&r.pace.words));
    CHECK(started(r.task->name) - before == want[i].processes);
    task_result_free(&r);
  }
}

static void test_findings(void) {
  struct timing own = {.ms = 10, .fastest_ms = 9.9}, rival = {.ms = 2, .slowest_ms = 2.1, .error = 0.001};
  CHECK(pace_find(&own, &rival, 0.2) == PACE_ENOUGH && pace_find(&own, &rival, 0.203) == PACE_TIE);
  CHECK(pace_find(&own, &rival, 0.21) == PACE_SCATTER && pace_find(&own, &rival, 0.22) == PACE_TOO_SLOW);
  rival.busy = true;
  CHECK(pace_find(&own, &rival, 0.22) == PACE_BUSY && pace_find(&own, &rival, 0.2) == PACE_ENOUGH);
  rival.busy = false, rival.error = 0.05; // a noisy rival leaves a tie, noise of one's own does not
  CHECK(pace_find(&own, &rival, 0.22) == PACE_TIE);
  rival.error = 0, own.error = 1, own.spread = 5, own.busy = true;
  CHECK(pace_find(&own, &rival, 0.22) == PACE_TOO_SLOW);
}

static void test_table(const struct grading *g, const char *worker) {
  struct task_result r[2] = {{.task = &table[0].task, .backend = BACKEND_GPU},
                             {.task = &table[1].task, .backend = BACKEND_GPU}};
  struct lab_result all = {
      .lab = g->lab, .implementation = "toy.cu", .backend = "gpu", .program = "lab00", .n = 2, .task = r};
  char *printed = NULL;
  size_t length;
  for (int i = 0; i < 2; i++) grade_task(g, worker, &r[i], NULL);
  lab_result_score(&all);
  FILE *f = open_memstream(&printed, &length);
  table_print(f, &all, false);
  fclose(f);
  CHECK_TEXT(strstr(shown, "Times:\n  quick") && strstr(shown, "too_slow: slow") &&
                 strstr(shown, "read less"),
             printed);
  CHECK_TEXT(!strstr(shown, "  too_slow  0.20 of"), printed); // it is explained above
  free(printed);
  for (int i = 0; i < 2; i++) task_result_free(&r[i]);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  process_setup();
  folder_make();
  static const struct pmpp_task two[] = {{.name = "quick"}, {.name = "too_slow"}};
  static const struct pmpp_lab lab = {.number = "00", .title = "Toy", .tasks = two, .n_tasks = 2};
  library = (struct candidate){.name = "cub", .worker = argv[2]};
  struct grading g = {.lab = &lab,
                      .seed = 5,
                      .schedules = 1,
                      .timeout = 5,
                      .source_dir = "/nonexistent",
                      .file = "toy.cu",
                      .header = "toy.h",
                      .pace = judge};
  test_findings();
  test_tasks(&g, argv[1]);
  test_left_out(g, argv[1]);
  test_times(g, argv[1]);
  test_table(&g, argv[1]);
  folder_remove();
  return CHECK_STATUS();
}
