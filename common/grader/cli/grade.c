// Grades the selected tasks on every backend that was asked for.
#include "grader/die.h"
#include "grader/bench/pace.h"
#include "grader/cli/program.h"
#include "grader/cli/todo.h"
#include "grader/judge/ahead.h"
#include "grader/submission/warnings.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MANY_CASES = 256 }; // of which most are small: they may be made ahead

static bool ended_early(const struct task_result *t) {
  bool early = t->verdict == VERDICT_CRASH;
  for (int i = 0; i < t->n_hazards; i++) early |= t->hazard[i].kind == EMU_HAZARD_FAULT;
  return early;
}

// A missing return, a variable that was never set: the compiler saw the crash, or the wrong result, come. `what`: only of warnings
// with this word; NULL: of all.
static void add_warnings(const char *worker, const char *what, struct task_result *t) {
  struct text warnings = {0};
  warnings_read(worker, &warnings);
  if (what && !strstr(text_get(&warnings), what)) text_free(&warnings);
  if (warnings.length)
    text_add(&t->message, "%sWhen it was compiled:\n%s", t->message.length ? "\n" : "", text_get(&warnings));
  text_free(&warnings);
}

// The command that shows a row again names its one case: the one that was asked for, or the one that failed.
static void add_case(struct task_result *t) {
  if (!t->only && !t->failed_case[0]) return;
  text_add(&t->repeat, " --case ");
  text_add_word(&t->repeat, t->only ? t->task->cases[t->only - 1].label : t->failed_case);
}

// The libraries of the lab that a task was measured beside; each is compiled when the first task asks for it.
struct libraries {
  struct program *p;
  int n;
  struct candidate list[MAX_BASELINES];
};

static const struct candidate *library_named(struct libraries *l, const char *name) {
  for (int i = 0; i < l->n; i++)
    if (strcmp(l->list[i].name, name) == 0) return &l->list[i];
  if (l->n == MAX_BASELINES) die_infra("tasks.c: more than %d baselines", MAX_BASELINES);
  l->list[l->n] = build_library(l->p, name);
  return &l->list[l->n++];
}

static void judge_time(const struct grading *g, const char *path, struct task_result *r) {
  struct libraries *l = g->pacing;
  const struct pmpp_speed *speed = &r->task->speed;
  if (!speed->size || (r->only && strcmp(r->task->cases[r->only - 1].label, speed->size))) return;
  const char *name = speed->library ? speed->library : has_libraries(l->p) ? g->lab->baselines[0] : NULL;
  pace_task(g, path, speed->least > 0 && has_libraries(l->p) ? library_named(l, name) : NULL, r);
}

// On a terminal: the case that is run now. Elsewhere only a case that took long is named, when it has ended.
static void show_progress(const struct grading *g, const struct task_result *r, const char *label) {
  static const double LONG = 5; // seconds
  static double begin;
  static struct text line;
  bool terminal = isatty(STDERR_FILENO);
  if (g->verbose) return;
  if (label) {
    begin = now();
    text_free(&line);
    text_add(&line, "%s on %s, case %d of %d: %s", r->task->name, backend_name(r->backend), r->cases_run,
             r->cases_total, label);
  }
  if (terminal) fprintf(stderr, "\r\033[K%s", label ? text_get(&line) : "");
  if (!label && now() - begin > LONG && r->backend == BACKEND_GPU)
    fprintf(stderr, "%s took %.0f s\n", text_get(&line), now() - begin);
  fflush(stderr);
}

// What is run on a GPU, in order: each task's cases, and the one that its time is judged on.
static struct ahead *start_ahead(const struct program *p, struct ahead_item **items) {
  const struct lab_result *r = &p->result;
  int n = 0, most = 0;
  for (int i = 0; i < r->n; i++) most += r->task[i].task->n_cases + 1;
  *items = must_alloc((most + 1) * sizeof **items);
  for (int i = 0; i < r->n; i++) {
    const struct task_result *t = &r->task[i];
    if (t->backend != BACKEND_GPU) continue;
    for (int k = 0; k < t->task->n_cases; k++)
      if (t->only ? k == t->only - 1 : case_is_wanted(&t->task->cases[k], BACKEND_GPU, p->options.large))
        (*items)[n++] = (struct ahead_item){t->task, k};
    int timed =
        t->task->speed.size && p->grading.pace ? bench_case(t->task, t->task->speed.size, true, 0) : -1;
    if (timed >= 0 && !t->only) (*items)[n++] = (struct ahead_item){t->task, timed};
  }
  return ahead_start(p->grading.seed, *items, n, 0, MANY_CASES);
}

void grade_on(struct program *p, enum backend backend) {
  struct lab_result *r = &p->result;
  struct ahead_item *items = NULL;
  FILE *f = table_stream(p);
  add_rows(p, backend);
  if (backend == BACKEND_GPU && !need_gpu(p)) return;
  // What this machine cannot grade it does not compile either: without MPI a right submission may not compile.
  bool possible = false;
  for (int i = 0; i < r->n; i++)
    if (r->task[i].backend == backend) possible |= grade_possible(&p->grading, &r->task[i]);
  char *worker = possible ? ready_worker(p, backend) : NULL;
  struct libraries libraries = {.p = p};
  p->grading.pace = p->options.no_time || p->impl.library ? NULL : judge_time;
  p->grading.times = p->options.times;
  p->grading.pacing = &libraries;
  p->grading.progress = show_progress;
  if (worker && backend == BACKEND_GPU) p->grading.ahead = start_ahead(p, &items);
  for (int i = 0; i < r->n; i++) {
    struct task_result *t = &r->task[i];
    if (t->backend != backend) continue;
    if (worker && t->verdict != VERDICT_NOT_ASSESSED) {
      grade_task(&p->grading, worker, t, r);
      if (ended_early(t)) add_warnings(worker, NULL, t);
      if (t->verdict == VERDICT_WRONG)
        add_warnings(worker, "ninitialized", t); // [-Wuninitialized], [-Wmaybe-uninitialized]
      if (t->verdict == VERDICT_TODO) name_todo(p->impl.file, t);
      add_case(t);
    }
    if (t->verdict == VERDICT_NOT_ASSESSED && !r->not_assessed.length)
      text_add(&r->not_assessed, "%s", text_get(&t->message));
    if (p->options.mode == MODE_GRADE) table_rows(f, r, isatty(fileno(f)), i + 1, &p->table), fflush(f);
  }
  if (p->grading.ahead) ahead_end(p->grading.ahead);
  p->grading.ahead = NULL;
  p->grading.pacing = NULL;
  free(items);
  free(worker);
}

// --case: drops the tasks that have no such case.
static void select_case(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  struct text labels = {0};
  bool found = false;
  for (int t = 0; t < lab->n_tasks; t++) {
    const struct pmpp_task *task = &lab->tasks[t];
    bool here = false;
    if (!p->options.selected[t]) continue;
    for (int b = 0; b < BACKEND_COUNT; b++) here |= p->options.on[b] && the_case(p, task, b) >= 0;
    if (!here) {
      text_add(&labels, "\n%s:", task->name);
      for (int c = 0; c < task->n_cases; c++) text_add(&labels, "\n  %s", task->cases[c].label);
    }
    p->options.selected[t] = here;
    found |= here;
  }
  if (!found) die_usage("--case %s: no such case; there are%s", p->options.one, text_get(&labels));
  text_free(&labels);
}

int command_grade(struct program *p) {
  if (p->options.one) select_case(p);
  if (p->options.verbose && p->options.on[BACKEND_EMU]) find_planted(p);
  for (int b = 0; b < BACKEND_COUNT; b++)
    if (p->options.on[b]) grade_on(p, b);
  output(p);
  if (!p->options.ctest) return lab_result_exit_status(&p->result);
  int status = lab_result_ctest_status(&p->result);
  if (status == EXIT_NOT_ASSESSED && lab_result_exit_status(&p->result) == EXIT_NOT_PASSED)
    fprintf(table_stream(p), "Skipped: not begun\n");
  return status;
}
