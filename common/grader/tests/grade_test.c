// Every misbehaviour of the fake worker gets its verdict, leaves the other tasks alone and no process behind.
#define _GNU_SOURCE
#include "check.h"
#include "grader/descend.h"
#include "grader/grade.h"
#include "grader/json.h"
#include "grader/table.h"
#include "toy_lab.h"
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const struct pmpp_case_spec cases[] = {{"n=1", {1}, 0, PMPP_ON_EMU | PMPP_ON_GPU},
                                              {"n=33", {33}, 0, PMPP_ON_EMU | PMPP_GATED}};

static void make(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, n);
  pmpp_add(c, "y", PMPP_OUT, PMPP_F32, n)->bound_text = "exact";
  pmpp_fill_f32(x->data, n, 1, 2, c->seed);
}

static void golden(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->spec->size[0]; i++)
    ((double *)c->buf[1].golden)[i] = 2 * (double)((float *)c->buf[0].data)[i];
}

static const struct pmpp_gate gates[] = {
    {EMU_barriers, PMPP_AT_MOST, NULL, 4, "4: two a step", "fewer barriers will do"}};

static const struct pmpp_task tasks[] = {
#define X(n, verdict, words)                                                                                 \
  {.name = #n,                                                                                               \
   .function = "toy_" #n,                                                                                    \
   .idea = "an idea",                                                                                        \
   .first_step = "a step",                                                                                   \
   .points = 3,                                                                                              \
   .cases = cases,                                                                                           \
   .n_cases = 2,                                                                                             \
   .make = make,                                                                                             \
   .golden = golden,                                                                                         \
   .gates = gates,                                                                                           \
   .n_gates = 1,                                                                                             \
   .check_leaks = true},
    TOY_TASKS(X)
#undef X
};
static const struct {
  enum verdict verdict;
  const char *words;
} expected[] = {
#define X(name, verdict, words) {VERDICT_##verdict, words},
    TOY_TASKS(X)
#undef X
};
enum { N_TASKS = sizeof tasks / sizeof *tasks };

static const struct pmpp_column columns[] = {{"barriers", EMU_barriers, "%.0f", 0, false}};
static const struct pmpp_lab lab = {.number = "00",
                                    .name = "toy",
                                    .title = "Toy \"lab\"",
                                    .tasks = tasks,
                                    .n_tasks = N_TASKS,
                                    .columns = columns,
                                    .n_columns = 1};

static int directories(void) { // the workers' working directories in /tmp
  int n = 0;
  DIR *d = opendir("/tmp");
  for (struct dirent *e; (e = readdir(d));) n += starts_with(e->d_name, "pmpp-") && strlen(e->d_name) == 11;
  closedir(d);
  return n;
}

// Fake workers that run, whoever their parent is now.
static int survivors(void) {
  int n = 0;
  DIR *d = opendir("/proc");
  for (struct dirent *e; (e = readdir(d));) {
    char path[300], name[64] = "";
    snprintf(path, sizeof path, "/proc/%s/comm", e->d_name);
    FILE *f = fopen(path, "r");
    if (!f) continue;
    if (fgets(name, sizeof name, f) && strcmp(name, "fake_worker_pmp\n") == 0) n++;
    fclose(f);
  }
  closedir(d);
  return n;
}

static void grade_all(const struct grading *g, const char *worker, struct lab_result *r) {
  for (int i = 0; i < N_TASKS; i++) {
    struct task_result *t = &r->task[i];
    double begin = now();
    grade_task(g, worker, t, r);
    pid_t list[64];
    if (!CHECK(t->verdict == expected[i].verdict))
      fprintf(stderr, "  %s: expected %s, got %s: %s\n", tasks[i].name, verdict_name(expected[i].verdict),
              verdict_name(t->verdict), text_get(&t->message));
    char *all = must_print("%s %s %s %s", text_get(&t->message), text_get(&t->hint), text_get(&t->output),
                           t->n_hazards ? t->hazard[0].what : "");
    if (!CHECK(strstr(all, expected[i].words)))
      fprintf(stderr, "  %s: no '%s' in: %s\n", tasks[i].name, expected[i].words, all);
    free(all);
    if (!CHECK(descendants(list, 64) == 0) || !CHECK(survivors() == 0))
      fprintf(stderr, "  %s left a process behind\n", tasks[i].name);
    if (!CHECK(now() - begin < 10)) fprintf(stderr, "  %s took %.1f s\n", tasks[i].name, now() - begin);
  }
}

static struct task_result *find(struct lab_result *r, const char *name) {
  for (int i = 0; i < r->n; i++)
    if (strcmp(r->task[i].task->name, name) == 0) return &r->task[i];
  return NULL;
}

static void check_details(struct lab_result *r) {
  struct task_result *t = find(r, "wrong_tail");
  CHECK(t->cases_run == 2 && t->cases_total == 2 && strcmp(t->failed_case, "n=33") == 0);
  CHECK(t->difference.wrong == 1 && t->difference.shown[0].index == 32 &&
        t->difference.shown[0].got.real == 777);
  CHECK(find(r, "right")->cases_run == 2 && find(r, "right")->has_counters &&
        find(r, "right")->counters.v[EMU_barriers] == 4);
  CHECK(find(r, "segfault")->cases_run == 1 && strcmp(find(r, "segfault")->failed_case, "n=1") == 0);
  t = find(r, "inefficient");
  CHECK(t->n_gates == 1 && !t->gate[0].met && t->gate[0].value == 5 && t->gate[0].bound == 4);
  CHECK(find(r, "right")->gate[0].met);
  CHECK(strlen(find(r, "endless_strings")->hazard[0].what) == sizeof t->hazard[0].what - 1);
  CHECK(find(r, "flood")->output.length > 0 && find(r, "flood")->output.length < 10 * 201 + 100);
  CHECK(strstr(text_get(&find(r, "flood")->output), "bytes more"));
  CHECK(!strpbrk(text_get(&find(r, "control_characters")->output), "\033\r\b"));
  int points = 0, assessed = 0;
  for (int i = 0; i < N_TASKS; i++) {
    points += expected[i].verdict == VERDICT_PASS ? 3 : 0;
    assessed += expected[i].verdict != VERDICT_NOT_ASSESSED && expected[i].verdict != VERDICT_INFRA ? 3 : 0;
  }
  lab_result_score(r);
  CHECK(r->points == points && r->max == 3 * N_TASKS && r->not_assessed_points == r->max - assessed);
  CHECK(lab_result_exit_status(r) == EXIT_INFRA);
}

static struct lab_result new_result(void) {
  struct lab_result r = {.lab = &lab,
                         .implementation = "toy.cu",
                         .backend = "emu",
                         .seed = UINT64_MAX,
                         .schedules = 1,
                         .n = N_TASKS};
  r.task = must_alloc(N_TASKS * sizeof *r.task);
  for (int i = 0; i < N_TASKS; i++) r.task[i] = (struct task_result){.task = &tasks[i], .difference.arg = -1};
  return r;
}

// The checks above notice a worker that is still there.
static void test_notices(const char *path) {
  struct worker w;
  struct text why = {0};
  pid_t list[64];
  int before = directories();
  CHECK(worker_start(&w, path, (struct worker_limits){0}, &why));
  CHECK(survivors() == 1 && descendants(list, 64) == 1 && list[0] == w.process.pid && directories() > before);
  worker_free(&w);
  CHECK(survivors() == 0 && descendants(list, 64) == 0);
}

// Two backends, one point each way: a task's points count once, and only if it passes wherever it was
// assessed.
static void test_score(void) {
  struct task_result both[2] = {{.task = &tasks[0], .backend = BACKEND_EMU},
                                {.task = &tasks[0], .backend = BACKEND_GPU}};
  struct lab_result r = {.lab = &lab, .task = both, .n = 2};
  static const struct {
    enum verdict emu, gpu;
    int points, not_assessed, status;
  } table[] = {
      {VERDICT_PASS, VERDICT_PASS, 3, 0, 0},         {VERDICT_PASS, VERDICT_WRONG, 0, 0, 1},
      {VERDICT_PASS, VERDICT_NOT_ASSESSED, 3, 0, 0}, {VERDICT_NOT_ASSESSED, VERDICT_NOT_ASSESSED, 0, 3, 77},
      {VERDICT_TODO, VERDICT_NOT_ASSESSED, 0, 0, 1}, {VERDICT_PASS, VERDICT_INFRA, 3, 0, 99}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    both[0].verdict = table[i].emu, both[1].verdict = table[i].gpu;
    lab_result_score(&r);
    CHECK(r.points == table[i].points && r.max == 3 && r.not_assessed_points == table[i].not_assessed);
    CHECK(lab_result_exit_status(&r) == table[i].status);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  setenv("PMPP_SECRET", "golden", 1);
  process_setup();
  struct grading g = {.lab = &lab,
                      .seed = 5,
                      .schedules = 1,
                      .timeout = 1,
                      .source_dir = "/nonexistent",
                      .file = "toy.cu",
                      .header = "toy.h"};
  int before = directories();
  struct lab_result r = new_result();
  grade_all(&g, argv[1], &r);
  check_details(&r);
  CHECK(directories() <= before); // other graders may run beside this test
  json_write(argv[2], &r);
  table_print(stdout, &r, true);

  struct task_result none = {.task = &tasks[0], .difference.arg = -1};
  grade_task(&g, "/nonexistent/worker", &none, NULL);
  CHECK(none.verdict == VERDICT_INFRA && strstr(text_get(&none.message), "/nonexistent/worker"));
  test_score();
  test_notices(argv[1]);
  lab_result_free(&r);
  return CHECK_STATUS();
}
