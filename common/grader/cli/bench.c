// Times the selected tasks' cases on a device, beside each baseline of the lab.
#include "grader/die.h"
#include "grader/bench/bench.h"
#include "grader/cli/program.h"
#include "grader/judge/ahead.h"
#include "grader/judge/case.h"
#include "grader/output/json.h"
#include "grader/output/table.h"
#include "grader/sandbox/gpu.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// For one timed case, unless 15 samples take longer.
static const double BENCH_SECONDS = 2, FULL_SECONDS = 6;

// Returns their number; 0, with outcome and reason, where the implementation itself cannot be built.
static int build_candidates(struct program *p, struct candidate *list, enum build_outcome *outcome,
                            struct text *why) {
  int n = 0;
  char *worker;
  *outcome = build_worker(&p->config, &p->impl, BACKEND_GPU, NULL, p->options.verbose, &worker, why);
  if (*outcome != BUILD_DONE) return 0;
  list[n++] = (struct candidate){.name = "impl", .worker = worker};
  const char *const *name = has_libraries(p) ? p->config.lab->baselines : NULL;
  if (!name) return n;
  for (; *name; name++) {
    if (n > MAX_BASELINES) die_infra("tasks.c: more than %d baselines", MAX_BASELINES);
    list[n++] = build_library(p, *name);
  }
  return n;
}

static void check_size(struct program *p) {
  const struct pmpp_lab *lab = p->config.lab;
  if (!p->options.size) return;
  struct text labels = {0};
  for (int t = 0; t < lab->n_tasks; t++) {
    if (!p->options.selected[t]) continue;
    if (bench_case(&lab->tasks[t], p->options.size, true, 0) >= 0) return;
    for (int i = -1; (i = bench_case(&lab->tasks[t], NULL, true, i + 1)) >= 0;)
      text_add(&labels, "\n  %s: %s", lab->tasks[t].name, lab->tasks[t].cases[i].label);
  }
  die_usage("--size %s: no such timed case; there are%s", p->options.size, text_get(&labels));
}

// Saves finished rows, so that an interrupted run keeps them (not with --json -, which gets the whole result
// only).
static void keep_first(struct program *p, int rows) {
  struct lab_result *r = &p->result;
  int all = r->n;
  if (!p->options.json || strcmp(p->options.json, "-") == 0) return;
  r->n = rows;
  lab_result_score(r);
  json_write(p->options.json, r);
  r->n = all;
}

// On a terminal: what is done now. NULL: takes the line away.
static void progress(const struct program *p, int row, const char *doing) {
  const struct lab_result *r = &p->result;
  const struct task_result *t = &r->task[row];
  if (!isatty(STDERR_FILENO) || p->options.verbose) return;
  fputs("\r\033[K", stderr);
  if (doing && t->timed_case >= 0)
    fprintf(stderr, "%d of %d: %s, %s %s", row + 1, r->n, t->task->name, t->task->cases[t->timed_case].label,
            doing);
  fflush(stderr);
}

int command_bench(struct program *p) {
  struct lab_result *r = &p->result;
  struct candidate list[1 + MAX_BASELINES] = {{0}};
  struct text why = {0};
  check_size(p);
  r->timed = true;
  r->backend = "gpu";
  if (p->impl.library)
    die_usage("bench --impl baseline: the baselines are timed beside every implementation already");
  add_rows(p, BACKEND_GPU);
  if (!need_gpu(p)) {
    fprintf(table_stream(p), "Nothing was timed: %s\n", text_get(&r->not_assessed));
    lab_result_score(r);
    if (p->options.json) json_write(p->options.json, r);
    return EXIT_NOT_ASSESSED;
  }
  enum build_outcome built;
  int n = build_candidates(p, list, &built, &why);
  if (n > 0 && !gpu_take(&why)) n = 0, built = BUILD_INFRA;
  if (n == 0) {
    set_not_built(p, BACKEND_GPU, built, text_get(&why));
    output(p);
    return lab_result_exit_status(r);
  }
  // A baseline is ours, so its process measures the ceiling where there is one.
  const char *copier = n > 1 && list[1].worker ? list[1].worker : list[0].worker;
  r->copy_bytes_per_s = bench_copy(&p->grading, copier, r->task[0].task, r, &why);
  if (r->copy_bytes_per_s == 0) fprintf(stderr, "the copy ceiling is not known: %s\n", text_get(&why));
  struct ceilings ceilings = {r->copy_bytes_per_s, r->fp32_ops_per_s};
  FILE *f = table_stream(p);
  bench_table_begin(f, r);
  struct ahead_item *items = must_alloc((r->n + 1) * sizeof *items);
  for (int i = 0; i < r->n; i++) items[i] = (struct ahead_item){r->task[i].task, r->task[i].timed_case};
  struct ahead *ahead = ahead_start(p->grading.seed, items, r->n, 0, 0);
  for (int i = 0; i < r->n; i++) {
    struct task_result *t = &r->task[i];
    t->verdict = VERDICT_NOT_ASSESSED;
    progress(p, i, "makes the inputs");
    struct pmpp_case *c = ahead_take(ahead, i);
    if (!c) continue;
    if (t->task->synchronous) ahead_rest(ahead); // its work on the host is timed
    progress(p, i, "is timed");
    uint64_t random = bench_stream(c);
    bench_made_case(&p->grading, list, n, c, &random, ceilings,
                    p->options.full ? FULL_SECONDS : BENCH_SECONDS, t);
    case_free(c);
    progress(p, i, NULL);
    bench_table_row(f, r, i);
    fflush(f);
    keep_first(p, i + 1);
  }
  ahead_end(ahead);
  free(items);
  bench_table_end(f, r);
  fflush(f);
  lab_result_score(r);
  if (p->options.json) json_write(p->options.json, r);
  return lab_result_exit_status(r);
}
