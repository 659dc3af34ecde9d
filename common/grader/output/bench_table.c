// The timing table.
#include "grader/bench/stats.h"
#include "grader/output/table.h"
#include <math.h>
#include <string.h>

// Whether a task's limit is not the bytes it moves: it makes more operations than an H200 can pair with them.
static bool rated_by_ops(const struct task_result *t) {
  return t->task->ops_name || t->task->fp32_ops || t->bench.floor_ops >= 16 * t->bench.floor_bytes;
}

// Operations of a task that is rated by them, under their name where they have one; else bytes moved, and operations
// where there is at least one a byte.
static void rate(char *out, size_t size, const struct task_result *r, const struct timing *t) {
  const struct bench *b = &r->bench;
  double s = 1e-3 * t->ms;
  int n = 0;
  *out = 0;
  if (r->task->ops_name) {
    snprintf(out, size, "%.2f G %s/s", 1e-9 * b->floor_ops / s, r->task->ops_name);
    return;
  }
  if (b->floor_bytes > 0 && !rated_by_ops(r)) n = snprintf(out, size, "%.0f GB/s", 1e-9 * b->floor_bytes / s);
  if (b->floor_ops > 0 && b->floor_ops >= b->floor_bytes)
    snprintf(out + n, size - n, "%s%.2f TFLOP/s", n ? ", " : "", 1e-12 * b->floor_ops / s);
}

static void speedup(char *out, size_t size, const struct timing *impl, const struct timing *baseline) {
  *out = 0;
  if (impl->ms <= 0 || baseline->ms <= 0 || impl == baseline) return;
  double ratio = baseline->ms / impl->ms;
  snprintf(out, size, "%.2fx%s", ratio, is_tie(ratio, impl->error, baseline->error) ? " tie" : "");
}

// Of the fp32 peak, or of a copy.
static void share(char *out, size_t size, const struct lab_result *r, const struct task_result *t,
                  const struct timing *x) {
  double s = 1e-3 * x->ms;
  *out = 0;
  if (t->task->fp32_ops && r->fp32_ops_per_s > 0)
    snprintf(out, size, "%.1f %% peak", 100 * t->bench.floor_ops / s / r->fp32_ops_per_s);
  else if (!rated_by_ops(t) && r->copy_bytes_per_s > 0 && t->bench.floor_bytes > 0)
    snprintf(out, size, "%.1f %% copy", 100 * t->bench.floor_bytes / s / r->copy_bytes_per_s);
}

struct widths {
  int task, label;
};

static struct widths widths_of(const struct lab_result *r) {
  struct widths w = {4, 4};
  for (int i = 0; i < r->n; i++) {
    const struct task_result *t = &r->task[i];
    int label = t->timed_case >= 0 ? (int)strlen(t->task->cases[t->timed_case].label) : 0;
    if ((int)strlen(t->task->name) > w.task) w.task = (int)strlen(t->task->name);
    if (label > w.label) w.label = label;
  }
  return w;
}

static void line(FILE *f, const struct lab_result *r, const struct task_result *t, int i) {
  const struct timing *x = &t->bench.timing[i];
  const char *name = i ? x->name : r->implementation;
  bool again = t > r->task && t[-1].task == t->task;
  struct widths w = widths_of(r);
  fprintf(f, "  %-*s  %-*s  %-10s", w.task, i || again ? "" : t->task->name, w.label, i ? "" : t->bench.label,
          strrchr(name, '/') ? strrchr(name, '/') + 1 : name);
  if (x->ms <= 0) {
    fprintf(f, "  %s\n", i ? text_get(&x->trouble) : verdict_name(t->verdict));
    return;
  }
  char rates[64], ratio[32], shares[32];
  rate(rates, sizeof rates, t, x);
  speedup(ratio, sizeof ratio, &t->bench.timing[0], x);
  share(shares, sizeof shares, r, t, x);
  fprintf(f, "  %9.4f  %5.2f %%  %7d  %13s  %11s  %9s\n", x->ms, 100 * x->spread, x->samples, rates, shares,
          ratio);
  if (x->note.length) fprintf(f, "  %-*s    (%s)\n", w.task, "", text_get(&x->note));
}

void bench_table_begin(FILE *f, const struct lab_result *r) {
  struct widths w = widths_of(r);
  fprintf(f, "Lab %s, %s: %s timed on gpu\n", r->lab->number, r->lab->title, r->implementation);
  if (r->device[BACKEND_GPU].length)
    fprintf(f, "%s, %s\n", text_get(&r->device[BACKEND_GPU]), text_get(&r->software[BACKEND_GPU]));
  if (r->copy_bytes_per_s > 0)
    fprintf(f, "Copy ceiling: %.0f GB/s (a device-to-device copy of 1 GiB, read and written)\n",
            1e-9 * r->copy_bytes_per_s);
  bool peak = false;
  for (int i = 0; i < r->n; i++) peak |= r->task[i].task->fp32_ops;
  if (peak && r->fp32_ops_per_s > 0)
    fprintf(f, "fp32 peak: %.1f TFLOP/s (cores x highest clock x 2)\n", 1e-12 * r->fp32_ops_per_s);
  fprintf(f, "\n  %-*s  %-*s  %-10s  %9s  %7s  %7s  %13s  %11s  %9s\n", w.task, "task", w.label, "case", "",
          "median ms", "spread", "samples", "rate", "share of", "speedup");
  fflush(f);
}

void bench_table_row(FILE *f, const struct lab_result *r, int i) {
  const struct task_result *t = &r->task[i];
  for (int k = 0; t->has_bench && k < t->bench.n; k++) line(f, r, t, k);
}

// Each baseline's library and version, once.
static void libraries(FILE *f, const struct lab_result *r) {
  const char *said[MAX_BASELINES] = {NULL};
  int n = 0;
  for (int i = 0; i < r->n; i++)
    for (int k = 1; r->task[i].has_bench && k < r->task[i].bench.n; k++) {
      const struct timing *x = &r->task[i].bench.timing[k];
      int known = 0;
      while (known < n && strcmp(said[known], x->name)) known++;
      if (!x->library[0] || known < n || n == MAX_BASELINES) continue;
      fprintf(f, "%s%s is %s", n ? "; " : "Libraries: ", x->name, x->library);
      said[n++] = x->name;
    }
  if (n) fputs(".\n", f);
}

void bench_table_end(FILE *f, const struct lab_result *r) {
  bool timed = false;
  for (int i = 0; i < r->n; i++) timed |= r->task[i].has_bench;
  if (timed) {
    fprintf(f,
            "\nRate: the least bytes (or operations) that the task needs, divided by the median. Spread: "
            "interquartile range.\n"
            "Speedup: of %s over that library; within 2 %% or within the noise it is a tie.\n",
            r->implementation);
    libraries(f, r);
    if (r->lab->copy_note) fprintf(f, "%s\n", r->lab->copy_note);
  }
  if (same_message(r)) {
    fprintf(f, "\nall tasks: %s\n", verdict_name(r->task[0].verdict));
    print_indented(f, text_get(&r->task[0].message), 2);
    return;
  }
  for (int i = 0; i < r->n; i++) {
    enum verdict v = r->task[i].verdict;
    if (v != VERDICT_PASS && !(v == VERDICT_NOT_ASSESSED && !r->task[i].message.length))
      explain(f, r, &r->task[i]);
  }
}
