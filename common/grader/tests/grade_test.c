// Every misbehaviour of the fake worker gets its verdict, leaves the other tasks alone and no process behind.
#define _GNU_SOURCE
#include "grader/die.h"
#include "check.h"
#include "grader/sandbox/descend.h"
#include "grader/judge/grade.h"
#include "grader/judge/hint.h"
#include "grader/output/json.h"
#include "grader/output/table.h"
#include "toy_lab.h"
#include <dirent.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct pmpp_case_spec cases[] = {{"n=1", {1}, 0, PMPP_ON_EMU | PMPP_ON_GPU},
                                              {"n=33", {33}, 0, PMPP_ON_EMU | PMPP_GATED}};

static void make(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *x = pmpp_add(c, "x", PMPP_IN, PMPP_F32, n);
  pmpp_add(c, "y", PMPP_OUT, PMPP_F32, n)->bound_text = "exact";
  pmpp_add(c, "plan", PMPP_PLAN, PMPP_I32, 1);
  pmpp_fill_f32(x->data, n, 1, 2, c->seed);
}

static void golden(struct pmpp_case *c) {
  for (int64_t i = 0; i < c->spec->size[0]; i++)
    ((double *)c->buf[1].golden)[i] = 2 * (double)((float *)c->buf[0].data)[i];
}

static void
quartered(struct pmpp_case *c) { // inputs may be changed: the case is a twin of the one that is graded
  for (int64_t i = 0; i < c->spec->size[0]; i++) ((float *)c->buf[0].data)[i] /= 8;
  golden(c);
}

static const struct pmpp_mistake mistakes[] = {{"this is what comes of nothing", golden},
                                               {"x is divided by 4, not doubled", quartered}};

static const struct pmpp_gate gates[] = {
    {EMU_barriers, PMPP_AT_MOST, NULL, 4, "4: two a step", "fewer barriers will do"}};

static const struct pmpp_task tasks[] = {
#define X(n, verdict, words)                                                                                 \
  {.name = #n,                                                                                               \
   .prefix = "toy_",                                                                                         \
   .idea = "an idea",                                                                                        \
   .first_step = "a step",                                                                                   \
   .points = 3,                                                                                              \
   .cases = cases,                                                                                           \
   .n_cases = 2,                                                                                             \
   .make = make,                                                                                             \
   .golden = golden,                                                                                         \
   .gates = gates,                                                                                           \
   .n_gates = 1,                                                                                             \
   .mistakes = mistakes,                                                                                     \
   .n_mistakes = 2,                                                                                          \
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

static int directories(void) { // the workers' working directories in /tmp, those of this process
  int n = 0;
  char begin[32];
  snprintf(begin, sizeof begin, "pmpp-%d-", (int)getpid());
  DIR *d = opendir("/tmp");
  for (struct dirent *e; (e = readdir(d));) n += starts_with(e->d_name, begin);
  closedir(d);
  return n;
}

static char fake_worker[PATH_MAX]; // its real path

// Our fake workers that run, whoever their parent is now. Another build's test may be running beside this one.
static int survivors(void) {
  int n = 0;
  DIR *d = opendir("/proc");
  for (struct dirent *e; (e = readdir(d));) {
    char path[300], program[PATH_MAX];
    snprintf(path, sizeof path, "/proc/%s/exe", e->d_name);
    ssize_t length = readlink(path, program, sizeof program - 1);
    if (length < 0) continue;
    program[length] = 0;
    n += strcmp(program, fake_worker) == 0;
  }
  closedir(d);
  return n;
}

static void grade_all(const struct grading *g, const char *worker, struct lab_result *r) {
  for (int i = 0; i < N_TASKS; i++) {
    struct task_result *t = &r->task[i];
    double begin = now();
    struct grading own = *g;
    if (strcmp(tasks[i].name, "stopped") == 0) own.timeout = 0.1; // for ten times as long by the clock
    grade_task(&own, worker, t, r);
    pid_t list[64];
    if (!CHECK(t->verdict == expected[i].verdict))
      fprintf(stderr, "  %s: expected %s, got %s: %s\n%s\n", tasks[i].name, verdict_name(expected[i].verdict),
              verdict_name(t->verdict), text_get(&t->message), text_get(&t->output));
    char *all = must_print("%s. %s %s %s", text_get(&t->message), text_get(&t->hint), text_get(&t->output),
                           t->n_hazards ? t->hazard[0].what : "");
    if (!CHECK(strstr(all, expected[i].words)))
      fprintf(stderr, "  %s: no '%s' in: %s\n", tasks[i].name, expected[i].words, all);
    free(all);
    if (!CHECK(descendants(list, 64) == 0) || !CHECK(survivors() == 0))
      fprintf(stderr, "  %s left a process behind\n", tasks[i].name);
    if (!CHECK(now() - begin < 60)) fprintf(stderr, "  %s took %.1f s\n", tasks[i].name, now() - begin);
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
  CHECK(t->cases_passed == 1 && find(r, "right")->cases_passed == 2 &&
        find(r, "segfault")->cases_passed == 0);
  CHECK(t->difference.wrong == 1 && t->difference.shown[0].index == 32 &&
        t->difference.shown[0].got.real == 777);
  CHECK(strstr(text_get(&find(r, "changed")->message), "and became 0.5"));
  CHECK(find(r, "right")->cases_run == 2 && find(r, "right")->has_counters &&
        find(r, "right")->counters.v[EMU_barriers] == 4);
  CHECK(find(r, "todo")->cases_run == 0 && find(r, "todo_later")->cases_run == 2);
  CHECK(task_result_not_begun(find(r, "todo")) && task_result_not_begun(find(r, "todo_after_plan")) &&
        task_result_not_begun(find(r, "plan_todo")));
  CHECK(!task_result_not_begun(find(r, "todo_later")) && !task_result_not_begun(find(r, "todo_launched")));
  CHECK(find(r, "segfault")->cases_run == 1 && strcmp(find(r, "segfault")->failed_case, "n=1") == 0);
  t = find(r, "inefficient");
  CHECK(t->n_gates == 1 && !t->gate[0].met && t->gate[0].value == 5 && t->gate[0].bound == 4);
  CHECK(find(r, "right")->gate[0].met);
  CHECK(strlen(find(r, "endless_strings")->hazard[0].what) == sizeof t->hazard[0].what - 1);
  CHECK(find(r, "flood")->output.length > 0 && find(r, "flood")->output.length < 10 * 201 + 100);
  CHECK(strstr(text_get(&find(r, "flood")->output), "bytes more"));
  CHECK(!strpbrk(text_get(&find(r, "control_characters")->output), "\033\r\b"));
  CHECK(find(r, "hazard_then_close")->n_hazards == 0 && find(r, "garbage_hazard_then_abort")->n_hazards == 0);
  t = find(r, "noted");
  CHECK(t->n_notes == 3 && t->note[0].count == 4 && t->note[1].at.line == 1 && t->note[2].at.line == 33);
  CHECK(strlen(t->note[1].what) == sizeof t->note[1].what - 1);
  t = find(r, "cuda_error");
  CHECK_TEXT(strstr(shown, "no block, or more than 1024"), text_get(&t->hint));
  CHECK_TEXT(strstr(shown, "__launch_bounds__"), hint_for_error(701));
  CHECK(hint_for_error(2) == NULL);
  CHECK(t->error.code == 9 && t->error.at.line == 12 && strcmp(t->error.at.file, "labs/a.cu") == 0);
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
                         .grader_version = "test",
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
  CHECK(worker_start(&w, path, (struct worker_limits){0}, &why));
  CHECK(survivors() == 1 && descendants(list, 64) == 1 && list[0] == w.process.pid && directories() == 1);
  worker_free(&w);
  CHECK(survivors() == 0 && descendants(list, 64) == 0);
}

static void test_schedules(void) {
  struct pmpp_case c = {.n_bufs = 2};
  c.buf[0].arg = (struct pmpp_arg){.type = PMPP_F32, .count = 1 << 17};
  c.buf[1].arg = c.buf[0].arg;
  CHECK(case_schedules(&c, 10000, 10) == 10 && case_schedules(&c, 10000, 1) == 1);
  CHECK(case_schedules(&c, 10001, 10) == 4 && case_schedules(&c, 10001, 2) == 2);
  c.buf[1].arg.count++; // more than 1 MiB
  CHECK(case_schedules(&c, 1, 10) == 3 && case_schedules(&c, 1, 1) == 1);
}

// Two backends, one point each way: a task's points count once, and only if it passes wherever it was
// assessed.
static void test_score(void) {
  struct task_result both[2] = {{.task = &tasks[0], .backend = BACKEND_EMU},
                                {.task = &tasks[0], .backend = BACKEND_GPU}};
  struct lab_result r = {.lab = &lab, .task = both, .n = 2};
  // Of a right result that misses a gate, or is slow, the worth is between both.
  static const struct {
    enum verdict emu, gpu;
    int points, not_assessed, status;
  } table[] = {
      {VERDICT_PASS, VERDICT_PASS, 3, 0, 0},         {VERDICT_PASS, VERDICT_WRONG, 0, 0, 1},
      {VERDICT_PASS, VERDICT_NOT_ASSESSED, 3, 0, 0}, {VERDICT_NOT_ASSESSED, VERDICT_NOT_ASSESSED, 0, 3, 77},
      {VERDICT_TODO, VERDICT_NOT_ASSESSED, 0, 0, 1}, {VERDICT_PASS, VERDICT_INFRA, 3, 0, 99},
      {VERDICT_INEFFICIENT, VERDICT_PASS, 2, 0, 1},  {VERDICT_INEFFICIENT, VERDICT_WRONG, 0, 0, 1},
      {VERDICT_PASS, VERDICT_SLOW, 2, 0, 1},         {VERDICT_SLOW, VERDICT_NOT_ASSESSED, 2, 0, 1}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    both[0].verdict = table[i].emu, both[1].verdict = table[i].gpu;
    lab_result_score(&r);
    CHECK(r.points == table[i].points && r.max == 3 && r.not_assessed_points == table[i].not_assessed);
    CHECK(lab_result_exit_status(&r) == table[i].status);
    CHECK(lab_result_ctest_status(&r) ==
          (table[i].emu == VERDICT_TODO ? EXIT_NOT_ASSESSED : table[i].status));
  }
}

static const struct pmpp_task *named(const char *name) {
  for (int i = 0; i < N_TASKS; i++)
    if (strcmp(tasks[i].name, name) == 0) return &tasks[i];
  return NULL;
}

// A missed gate is worth points only if what comes behind the gated case is right, too.
static void test_missed_gate(const struct grading *g, const char *worker) {
  static const struct pmpp_case_spec three[] = {
      {"n=1", {1}, 0, PMPP_ON_EMU}, {"n=33", {33}, 0, PMPP_GATED}, {"n=34", {34}, 0, PMPP_ON_EMU}};
  static const struct {
    const char *name, *failed_case;
    enum verdict verdict;
    int failed_number;
  } table[] = {{"inefficient", "n=33", VERDICT_INEFFICIENT, 2},
               {"inefficient_then_wrong", "n=34", VERDICT_WRONG, 3}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    struct pmpp_task task = *named(table[i].name);
    task.cases = three, task.n_cases = 3, task.points = 10;
    struct task_result t = {.task = &task};
    grade_task(g, worker, &t, NULL);
    CHECK(t.verdict == table[i].verdict && t.cases_run == 3);
    CHECK(strcmp(t.failed_case, table[i].failed_case) == 0 && t.failed_number == table[i].failed_number);
    CHECK(task_result_points(&t) == (t.verdict == VERDICT_WRONG ? 0 : 2));
    CHECK(!strstr(text_get(&t.hint), "fewer barriers") == (t.verdict == VERDICT_WRONG));
    text_free(&t.message), text_free(&t.hint), text_free(&t.output);
  }
}

// Confines this process and its children to one processor and gives that n others to run.
static void start_load(pid_t *pid, int n) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
  for (int i = 0; i < n; i++) {
    pid[i] = fork();
    if (pid[i] == 0) {
      setsid(); // as a worker does: some kernels share the processor out by session
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (volatile int k = 0;; k++) continue;
    }
  }
}

static void stop_load(const pid_t *pid, int n, const cpu_set_t *before) {
  for (int i = 0; i < n; i++) kill(pid[i], SIGKILL), waitpid(pid[i], NULL, 0);
  sched_setaffinity(0, sizeof *before, before);
}

// The graded worker's own sweep would end the load too, so these ask a worker directly.
static enum worker_answer ask_under_load(const char *path, const char *task, double limit, int load,
                                         double *wall) {
  struct worker w;
  struct text why = {0};
  struct pmpp_request request = {.op = PMPP_OP_RUN};
  struct pmpp_reply reply;
  struct emu_report report;
  struct pmpp_case *c = case_make(named(task), 1, 1);
  cpu_set_t before;
  pid_t pid[64];
  sched_getaffinity(0, sizeof before, &before);
  start_load(pid, load);
  snprintf(request.task, sizeof request.task, "%s", task);
  CHECK(worker_start(&w, path, (struct worker_limits){0}, &why));
  worker_place(&w, c, &request);
  double begin = now();
  enum worker_answer answer = worker_ask(&w, &request, limit, &reply, &report, &why);
  *wall = now() - begin;
  stop_load(pid, load, &before);
  fprintf(stderr, "%s, limit %g s, beside %d others: %.2f s; %s\n", task, limit, load, *wall, text_get(&why));
  worker_free(&w);
  case_free(c);
  text_free(&why);
  return answer;
}

// What else the machine does decides neither that a worker is in time nor that it is not.
static void test_load(const char *path) {
  double wall;
  CHECK(ask_under_load(path, "slow", 0.4, 1, &wall) == WORKER_ANSWERED && wall > 0.4);
  CHECK(ask_under_load(path, "loop", 0.3, 1, &wall) == WORKER_TIMEOUT && wall > 0.4);
  CHECK(ask_under_load(path, "loop", 0.05, 40, &wall) == WORKER_STARVED && wall >= 0.5);
  CHECK(time_judge(2, 5, 1.9, true) == TIME_LEFT && time_judge(2, 5, 2, true) == TIME_UP);
  CHECK(time_judge(2, 19, 1, false) == TIME_LEFT && time_judge(2, 20, 1, false) == TIME_UP);
  CHECK(time_judge(2, 19, 1, true) == TIME_LEFT && time_judge(2, 20, 1, true) == TIME_STARVED);
}

// Counts are shown of the first schedule, or of the one that misses a gate: here the fifth, which needs five barriers. A case
// with much work does not come to it.
static void test_counts_shown(struct grading g, const char *worker) {
  static const struct {
    const char *task;
    int schedules, barriers;
    enum verdict verdict;
  } table[] = {{"counts_by_schedule", 1, 1, VERDICT_PASS},
               {"counts_by_schedule", 4, 1, VERDICT_PASS},
               {"counts_by_schedule", 10, 5, VERDICT_INEFFICIENT},
               {"large_by_schedule", 10, 1, VERDICT_PASS}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    struct task_result t = {.task = named(table[i].task)};
    g.schedules = table[i].schedules;
    grade_task(&g, worker, &t, NULL);
    CHECK(t.verdict == table[i].verdict && t.has_counters);
    CHECK(t.counters.v[EMU_barriers] == (uint64_t)table[i].barriers);
    task_result_free(&t);
  }
}

static int times(const char *text, const char *words) {
  int n = 0;
  for (const char *at = text; (at = strstr(at, words)); at++) n++;
  return n;
}

// On emu a worker has the devices of its cases; on gpu a case that needs more than there are is left out.
static void test_devices(const struct grading *g, const char *worker) {
  static const struct pmpp_case_spec by_devices[] = {
      {"n=1", {1}, 0, PMPP_ON_EMU},
      {"n=2", {2}, 0, PMPP_ON_EMU | PMPP_ON_GPU, .devices = 2},
      {"n=33", {33}, 0, PMPP_ON_EMU | PMPP_ON_GPU, .devices = 3},
      {"n=34", {34}, 0, PMPP_ON_EMU, .devices = 3},
      {"n=35", {35}, 0, PMPP_ON_EMU, .devices = 3, .processors = 1}};
  struct pmpp_task task = *named("devices");
  task.cases = by_devices, task.n_cases = 5, task.gates = NULL, task.n_gates = 0;
  struct task_result t = {.task = &task};
  grade_task(g, worker, &t, NULL);
  const char *said = text_get(&t.output);
  CHECK(t.verdict == VERDICT_PASS && t.cases_run == 5);
  if (!CHECK(times(said, "of 0 devices") == 1 && times(said, "of 2 devices") == 1 &&
             times(said, "of 3 devices") == 2))
    fprintf(stderr, "  %s %s: %s\n", verdict_name(t.verdict), text_get(&t.message), said);
  task_result_free(&t);

  t = (struct task_result){.task = &task, .backend = BACKEND_GPU};
  grade_task(g, worker, &t, NULL); // the fake machine has two
  CHECK(t.verdict == VERDICT_PASS && t.cases_run == 1 && t.cases_total == 1);
  CHECK_TEXT(strcmp(shown, "n=33 needs 3 devices, and this machine has 2") == 0, text_get(&t.left_out));
  task_result_free(&t);

  task.cases = &by_devices[2], task.n_cases = 1;
  t = (struct task_result){.task = &task, .backend = BACKEND_GPU};
  grade_task(g, worker, &t, NULL);
  CHECK(t.verdict == VERDICT_NOT_ASSESSED && t.cases_run == 0);
  CHECK_TEXT(strstr(shown, "n=33 needs 3 devices"), text_get(&t.message));
  task_result_free(&t);
}

// A large case runs on gpu with --large or when it is named; its number is its place among those that run.
static void test_large(const struct grading *g, const char *worker) {
  static const struct pmpp_case_spec by_size[] = {{"n=1", {1}, 0, PMPP_ON_EMU | PMPP_ON_GPU},
                                                  {"n=2", {2}, 0, PMPP_ON_GPU | PMPP_LARGE},
                                                  {"n=33", {33}, 0, PMPP_ON_EMU | PMPP_ON_GPU}};
  struct pmpp_task task = *named("right");
  struct grading with_large = *g;
  task.cases = by_size, task.n_cases = 3, task.gates = NULL, task.n_gates = 0;
  with_large.large = true;
  const struct {
    const struct grading *g;
    enum backend backend;
    int only, run, left_out;
  } table[] = {{g, BACKEND_GPU, 0, 2, 1},
               {&with_large, BACKEND_GPU, 0, 3, 0},
               {g, BACKEND_GPU, 2, 1, 0},
               {&with_large, BACKEND_EMU, 0, 2, 0}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    struct task_result t = {.task = &task, .backend = table[i].backend, .only = table[i].only};
    grade_task(table[i].g, worker, &t, NULL);
    CHECK(t.verdict == VERDICT_PASS && t.cases_run == table[i].run && t.cases_total == table[i].run);
    CHECK(t.large_left_out == table[i].left_out);
    task_result_free(&t);
  }
}

// A task whose function is called by ranks is not assessed where no job of them can be started.
static void test_no_ranks(const struct grading *g, const char *worker) {
  static const struct pmpp_case_spec by_ranks[] = {{"2 ranks", {2}, 0, PMPP_ON_EMU, .ranks = 2}};
  struct pmpp_task task = *named("devices");
  struct grading without = *g;
  task.cases = by_ranks, task.n_cases = 1, task.gates = NULL, task.n_gates = 0;
  without.no_ranks = "there is no MPI";
  struct task_result t = {.task = &task};
  grade_task(&without, worker, &t, NULL);
  CHECK(t.verdict == VERDICT_NOT_ASSESSED && t.cases_run == 0);
  CHECK_TEXT(strstr(shown, "called by ranks of MPI: there is no MPI"), text_get(&t.message));
  task_result_free(&t);
  t = (struct task_result){.task = &task};
  grade_task(g, worker, &t, NULL);
  CHECK(t.verdict == VERDICT_PASS && t.cases_run == 1);
  task_result_free(&t);
}

// Ranks share a GPU, but where they call NCCL each needs one; and without NCCL such a task is not assessed on GPUs, on emu it is.
static void test_ranks_apart(const struct grading *g, const char *worker) {
  static const struct pmpp_case_spec apart[] = {
      {"3 ranks", {2}, 0, PMPP_ON_EMU | PMPP_ON_GPU, .ranks = 3, .apart = true}};
  struct pmpp_case_spec together = apart[0];
  struct text why = {0};
  together.apart = false;
  CHECK(case_fits(&together, 0, 2, &why) && !why.length);
  CHECK(!case_fits(&apart[0], 0, 2, &why));
  CHECK_TEXT(strstr(shown, "3 ranks needs 3 devices, and this machine has 2"), text_get(&why));
  text_free(&why);
  struct pmpp_task task = *named("devices");
  struct grading without = *g;
  task.cases = apart, task.n_cases = 1, task.gates = NULL, task.n_gates = 0;
  without.no_nccl = "there is no NCCL";
  struct task_result t = {.task = &task, .backend = BACKEND_GPU};
  grade_task(&without, worker, &t, NULL);
  CHECK(t.verdict == VERDICT_NOT_ASSESSED && t.cases_run == 0);
  CHECK_TEXT(strstr(shown, "calls NCCL: there is no NCCL"), text_get(&t.message));
  task_result_free(&t);
  t = (struct task_result){.task = &task};
  grade_task(&without, worker, &t, NULL);
  CHECK(t.verdict == VERDICT_PASS && t.cases_run == 1);
  task_result_free(&t);
}

// The reason of missing points: what is ours comes first, and is there though the task passed elsewhere.
static void test_reason(void) {
  struct task_result both[2] = {{.task = &tasks[0], .backend = BACKEND_EMU, .verdict = VERDICT_PASS},
                                {.task = &tasks[0], .backend = BACKEND_GPU, .verdict = VERDICT_INFRA}};
  struct lab_result r = {.lab = &lab, .task = both, .n = 2};
  struct text why = {0};
  text_add(&both[1].message, "out of luck\nand more");
  lab_result_reason(&r, &why);
  CHECK_TEXT(strcmp(shown, "the grader's own trouble on gpu: out of luck") == 0, text_get(&why));
  text_free(&why);
  text_add(&r.not_assessed, "no device");
  lab_result_reason(&r, &why);
  CHECK_TEXT(strstr(shown, "out of luck; gpu not assessed: no device"), text_get(&why));
  text_free(&why);
  both[1].verdict = VERDICT_NOT_ASSESSED;
  lab_result_reason(&r, &why);
  CHECK_TEXT(strcmp(shown, "no device") == 0, text_get(&why));
  text_free(&why);
  text_free(&r.not_assessed);
  lab_result_reason(&r, &why);
  CHECK(!why.length);
  text_free(&both[1].message);
}

int main(int argc, char **argv) {
  if (argc != 3 || !realpath(argv[1], fake_worker)) return 2;
  setenv("PMPP_SECRET", "golden", 1);
  process_setup();
  struct grading g = {.lab = &lab,
                      .seed = 5,
                      .schedules = 1,
                      .timeout = 0.4,
                      .source_dir = "/nonexistent",
                      .file = "toy.cu",
                      .header = "toy.h"};
  struct lab_result r = new_result();
  grade_all(&g, argv[1], &r);
  check_details(&r);
  CHECK(directories() == 0);
  json_write(argv[2], &r);
  table_print(stdout, &r, true);

  struct task_result none = {.task = &tasks[0], .difference.arg = -1};
  grade_task(&g, "/nonexistent/worker", &none, NULL);
  CHECK(none.verdict == VERDICT_INFRA && strstr(text_get(&none.message), "/nonexistent/worker"));
  test_schedules();
  test_score();
  test_missed_gate(&g, argv[1]);
  test_counts_shown(g, argv[1]);
  test_large(&g, argv[1]);
  test_devices(&g, argv[1]);
  test_no_ranks(&g, argv[1]);
  test_ranks_apart(&g, argv[1]);
  test_reason();
  test_notices(argv[1]);
  test_load(argv[1]);
  lab_result_free(&r);
  return CHECK_STATUS();
}
