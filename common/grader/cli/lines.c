// Shows which source lines of a task cost what: the emulator's line profile of one case, as a table, as pictures for a
// terminal or as a page, without files and variables.
#include "grader/cli/page.h"
#include "grader/cli/profile.h"
#include "grader/die.h"
#include "grader/judge/case.h"
#include <stdlib.h>

// The case that was asked for, else the first with gates, else the last.
static int chosen_case(const struct program *p, const struct pmpp_task *task) {
  if (p->options.one) return the_case(p, task, BACKEND_EMU);
  int last = -1;
  for (int i = 0; i < task->n_cases; i++) {
    if (task->cases[i].where & PMPP_GATED) return i;
    if (case_runs_on(&task->cases[i], BACKEND_EMU)) last = i;
  }
  return last;
}

static bool profile_task(struct program *p, const char *worker, const struct pmpp_task *task, int i) {
  printf("%s, %s, %s\n", task->name, task->cases[i].label,
         p->options.html ? "as a page" : "line by line; its results are not judged here");
  if (p->options.html) return page_write(p, worker, task, i);
  return profile_run(p, &(struct profile){.worker = worker, .form = p->options.form}, task, i);
}

int command_lines(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  if (!p->options.on[BACKEND_EMU])
    die_usage("--%s: the emulator counts; take --backend gpu away", p->options.form);
  int selected = 0;
  for (int t = 0; t < lab->n_tasks; t++) selected += p->options.selected[t];
  if (p->options.html && selected != 1) die_usage("--html: a page is about one task: add --task T");
  add_rows(p, BACKEND_EMU);
  char *worker = ready_worker(p, BACKEND_EMU);
  if (!worker) {
    output(p);
    return lab_result_exit_status(&p->result);
  }
  int status = EXIT_PASSED, shown = 0;
  for (int t = 0; t < lab->n_tasks; t++) {
    int i = p->options.selected[t] ? chosen_case(p, &lab->tasks[t]) : -1;
    if (i < 0) continue;
    if (shown++) putchar('\n');
    if (lab->tasks[t].cases[i].ranks) {
      printf("%s: its function is called by ranks of MPI, and a program by itself is not a job of them\n",
             lab->tasks[t].name);
      continue;
    }
    if (!profile_task(p, worker, &lab->tasks[t], i)) status = EXIT_NOT_PASSED;
  }
  free(worker);
  if (!shown) die_usage("--%s: no such case", p->options.form);
  return status;
}
