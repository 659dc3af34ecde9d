// Grades the selected tasks on every backend that was asked for.
#include "grader/die.h"
#include "grader/cli/program.h"
#include "grader/submission/warnings.h"
#include <stdlib.h>

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

void grade_on(struct program *p, enum backend backend) {
  struct lab_result *r = &p->result;
  add_rows(p, backend);
  if (backend == BACKEND_GPU && !need_gpu(p)) return;
  char *worker = ready_worker(p, backend);
  for (int i = 0; i < r->n && worker; i++) {
    struct task_result *t = &r->task[i];
    if (t->backend != backend) continue;
    grade_task(&p->grading, worker, t, r);
    if (ended_early(t)) add_warnings(worker, t);
    add_case(t);
    if (t->verdict == VERDICT_NOT_ASSESSED && !r->not_assessed.length)
      text_add(&r->not_assessed, "%s", text_get(&t->message));
  }
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
  return lab_result_exit_status(&p->result);
}
