// What the commands share: rows of the result, the worker, the output.
#define _GNU_SOURCE
#include "grader/cli/program.h"
#include "grader/die.h"
#include "grader/output/json.h"
#include "grader/output/table.h"
#include "grader/sandbox/gpu.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int find_case(const struct pmpp_task *task, enum backend backend, bool large, const char *name) {
  char *end;
  long number = strtol(name, &end, 10);
  for (int c = 0; c < task->n_cases; c++)
    if (case_runs_on(&task->cases[c], backend) && strcmp(task->cases[c].label, name) == 0) return c;
  for (int c = 0; c < task->n_cases && !*end; c++)
    if (case_is_wanted(&task->cases[c], backend, large) && --number == 0) return c;
  return -1;
}

int the_case(const struct program *p, const struct pmpp_task *task, enum backend backend) {
  return find_case(task, backend, p->options.large, p->options.one);
}

// One row of the result. timed: the case that `bench` times, or -1.
static void add_task_row(struct program *p, const struct pmpp_task *task, enum backend backend, int timed) {
  struct lab_result *r = &p->result;
  r->task = must_realloc(r->task, (r->n + 1) * sizeof *r->task);
  struct task_result *row = &r->task[r->n++];
  *row = (struct task_result){.task = task, .backend = backend, .timed_case = timed, .difference.arg = -1};
  for (int c = 0; c < task->n_cases; c++)
    row->cases_total += case_is_wanted(&task->cases[c], backend, p->options.large);
  if (p->options.one) row->only = 1 + the_case(p, task, backend), row->cases_total = 1;
  const char *device = getenv("EMU_DEVICE");
  if (device && *device && backend == BACKEND_EMU) text_add(&row->repeat, "EMU_DEVICE=%s ", device);
  text_add_word(&row->repeat, p->name);
  text_add(&row->repeat, " %s--impl ", p->options.mode == MODE_BENCH ? "bench " : "");
  text_add_word(&row->repeat, p->impl.name);
  text_add(&row->repeat, " --backend %s --task %s --seed %llu", backend_name(backend), task->name,
           (unsigned long long)p->options.seed);
  if (timed >= 0) text_add(&row->repeat, " --size "), text_add_word(&row->repeat, task->cases[timed].label);
  if (p->options.schedules > 1) text_add(&row->repeat, " --schedules %d", p->options.schedules);
  if (p->options.timeout != DEFAULT_TIMEOUT) text_add(&row->repeat, " --timeout %g", p->options.timeout);
  if (p->options.large && backend == BACKEND_GPU) text_add(&row->repeat, " --large");
  if (p->options.contained) text_add(&row->repeat, " --contained"); // its schedules have another seed
  if (p->options.file) text_add(&row->repeat, " %s %s", p->config.lab->file_option, p->options.file);
}

void add_rows(struct program *p, enum backend backend) {
  const struct pmpp_lab *lab = p->config.lab;
  for (int t = 0; t < lab->n_tasks; t++) {
    const struct pmpp_task *task = &lab->tasks[t];
    if (!p->options.selected[t] || (p->options.one && the_case(p, task, backend) < 0)) continue;
    const char *size = p->options.size;
    bool full = p->options.full;
    int timed = p->options.mode == MODE_BENCH ? bench_case(task, size, full, 0) : -1;
    do add_task_row(p, task, backend, timed);
    while (timed >= 0 && (timed = bench_case(task, size, full, timed + 1)) >= 0);
  }
}

void set_all(struct lab_result *r, enum backend backend, enum verdict v, const char *message) {
  for (int i = 0; i < r->n; i++) {
    if (r->task[i].backend != backend || r->task[i].verdict == VERDICT_NOT_ASSESSED) continue;
    r->task[i].verdict = v;
    text_add(&r->task[i].message, "%s", message);
  }
}

bool need_gpu(struct program *p) {
  struct lab_result *r = &p->result;
  if (gpu_usable(&p->config, &r->not_assessed)) return true;
  set_all(r, BACKEND_GPU, VERDICT_NOT_ASSESSED, text_get(&r->not_assessed));
  return false;
}

const char *first_variant(const struct program *p) {
  return p->impl.library && p->config.lab->baselines ? p->config.lab->baselines[0] : NULL;
}

void set_not_built(struct program *p, enum backend backend, enum build_outcome outcome, const char *why) {
  set_all(&p->result, backend, outcome == BUILD_REJECTED ? VERDICT_REJECTED : VERDICT_INFRA, why);
}

char *ready_worker(struct program *p, enum backend backend) {
  struct text why = {0};
  char *worker = NULL;
  enum build_outcome built =
      build_worker(&p->config, &p->impl, backend, first_variant(p), p->options.verbose, &worker, &why);
  if (built == BUILD_DONE && backend == BACKEND_GPU && !gpu_take(&why)) built = BUILD_INFRA;
  if (built != BUILD_DONE) {
    set_not_built(p, backend, built, text_get(&why));
    free(worker);
    worker = NULL;
  }
  text_free(&why);
  return worker;
}

bool has_libraries(const struct program *p) {
  char *file = must_print("%s/baseline.cu", p->config.lab_dir);
  bool there = p->config.lab->baselines && access(file, R_OK) == 0;
  free(file);
  return there;
}

struct candidate build_library(const struct program *p, const char *name) {
  struct implementation baseline = implementation_find(&p->config, "baseline");
  struct text trouble = {0};
  char *worker = NULL;
  build_worker(&p->config, &baseline, BACKEND_GPU, name, p->options.verbose, &worker, &trouble);
  implementation_free(&baseline);
  return (struct candidate){.name = name, .worker = worker, .trouble = trouble.s};
}

int run_plainly(const char *const *argv, char *const *env) {
  fflush(stdout);
  pid_t child = fork();
  if (child < 0) die_infra("cannot start %s: %s", argv[0], strerror(errno));
  if (child == 0) {
    execve(argv[0], (char *const *)argv, env ? env : environ);
    _exit(EXIT_INFRA);
  }
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

FILE *table_stream(const struct program *p) {
  return p->options.json && strcmp(p->options.json, "-") == 0 ? stderr : stdout;
}

void output(struct program *p) {
  FILE *f = table_stream(p);
  struct lab_result *r = &p->result;
  lab_result_score(r);
  if (p->options.mode == MODE_BENCH)
    bench_table_begin(f, r), bench_table_end(f, r);
  else
    table_end(f, r, isatty(fileno(f)), &p->table);
  fflush(f);
  if (p->options.json) json_write(p->options.json, r);
}
