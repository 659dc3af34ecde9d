// Grades the selected tasks on every backend that was asked for.
#include "grader/die.h"
#include "grader/bench/pace.h"
#include "grader/cli/program.h"
#include "grader/submission/warnings.h"
#include <stdlib.h>
#include <string.h>

static bool ended_early(const struct task_result *t) {
  bool early = t->verdict == VERDICT_CRASH;
  for (int i = 0; i < t->n_hazards; i++) early |= t->hazard[i].kind == EMU_HAZARD_FAULT;
  return early;
}

// A missing return, a variable that was never set: the compiler saw the crash come.
static void add_warnings(const char *worker, struct task_result *t) {
  struct text warnings = {0};
  warnings_read(worker, &warnings);
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

void grade_on(struct program *p, enum backend backend) {
  struct lab_result *r = &p->result;
  add_rows(p, backend);
  if (backend == BACKEND_GPU && !need_gpu(p)) return;
  char *worker = ready_worker(p, backend);
  struct libraries libraries = {.p = p};
  p->grading.pace = p->options.no_time || p->impl.library ? NULL : judge_time;
  p->grading.times = p->options.times;
  p->grading.pacing = &libraries;
  for (int i = 0; i < r->n && worker; i++) {
    struct task_result *t = &r->task[i];
    if (t->backend != backend) continue;
    grade_task(&p->grading, worker, t, r);
    if (ended_early(t)) add_warnings(worker, t);
    add_case(t);
    if (t->verdict == VERDICT_NOT_ASSESSED && !r->not_assessed.length)
      text_add(&r->not_assessed, "%s", text_get(&t->message));
  }
  p->grading.pacing = NULL;
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
    for (int b = 0; b < BACKEND_COUNT; b++)
      here |= p->options.on[b] && find_case(task, b, p->options.one) >= 0;
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
  for (int b = 0; b < BACKEND_COUNT; b++)
    if (p->options.on[b]) grade_on(p, b);
  output(p);
  if (!p->options.ctest) return lab_result_exit_status(&p->result);
  int status = lab_result_ctest_status(&p->result);
  if (status == EXIT_NOT_ASSESSED && lab_result_exit_status(&p->result) == EXIT_NOT_PASSED)
    fprintf(table_stream(p), "Skipped: not begun\n");
  return status;
}
