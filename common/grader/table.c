// The verdict table, the explanation below each failing task, the score.
#include "grader/table.h"
#include "grader/counters.h"
#include "grader/gate.h"
#include "grader/grade.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *colour_of(enum verdict v) {
  switch (v) {
  case VERDICT_PASS:
    return "\033[32m";
  case VERDICT_TODO:
  case VERDICT_NOT_ASSESSED:
    return "\033[33m";
  default:
    return "\033[31m";
  }
}

static int widest_task(const struct pmpp_lab *lab) {
  int w = 4;
  for (int i = 0; i < lab->n_tasks; i++)
    if ((int)strlen(lab->tasks[i].name) > w) w = strlen(lab->tasks[i].name);
  return w;
}

void list_print(FILE *f, const struct pmpp_lab *lab) {
  int w = widest_task(lab);
  fprintf(f, "Lab %s, %s: tasks, points, cases on emu and gpu\n\n", lab->number, lab->title);
  for (int i = 0; i < lab->n_tasks; i++) {
    const struct pmpp_task *t = &lab->tasks[i];
    int emu = 0, gpu = 0;
    for (int k = 0; k < t->n_cases; k++) {
      emu += case_runs_on(&t->cases[k], BACKEND_EMU);
      gpu += case_runs_on(&t->cases[k], BACKEND_GPU);
    }
    fprintf(f, "  %-*s  %3d  %2d  %2d  %s\n", w, t->name, t->points, emu, gpu, t->idea);
  }
}

void print_indented(FILE *f, const char *s, int indent) {
  for (const char *end; *s; s = *end ? end + 1 : end) {
    end = strchr(s, '\n');
    if (!end) end = s + strlen(s);
    fprintf(f, "%*s%.*s\n", indent, "", (int)(end - s), s);
  }
}

static void field(FILE *f, const char *name, const char *text) {
  if (!*text) return;
  fprintf(f, "  %-10s", name);
  const char *end = strchr(text, '\n');
  if (!end || !end[1]) {
    fprintf(f, "%.*s\n", (int)strcspn(text, "\n"), text);
    return;
  }
  fprintf(f, "%.*s\n", (int)(end - text), text);
  print_indented(f, end + 1, 12);
}

static void place_print(FILE *f, const struct emu_place *p, const char *kernel, int indent) {
  struct text file = {0};
  text_add_clean(&file, p->file, strnlen(p->file, sizeof p->file));
  fprintf(f, "%*s", indent, "");
  if (*kernel)
    fprintf(f, "block (%u,%u,%u) thread (%u,%u,%u)", p->block[0], p->block[1], p->block[2], p->thread[0],
            p->thread[1], p->thread[2]);
  if (p->file[0]) fprintf(f, "%s%s:%d", *kernel ? ", " : "", text_get(&file), (int)p->line);
  fputc('\n', f);
  text_free(&file);
}

void hazard_print(FILE *f, const struct emu_hazard *h, int indent) {
  struct text kernel = {0}, what = {0}, advice = {0};
  text_add_clean(&kernel, h->kernel, strnlen(h->kernel, sizeof h->kernel));
  text_add_clean(&what, h->what, strnlen(h->what, sizeof h->what));
  text_add_clean(&advice, h->advice, strnlen(h->advice, sizeof h->advice));
  fprintf(f, "%*s%s%s%s: %s", indent, "", emu_hazard_name(h->kind), kernel.length ? " in " : "",
          text_get(&kernel), text_get(&what));
  if (h->count > 1) fprintf(f, " (%" PRIu64 " times)", h->count);
  fputc('\n', f);
  if (h->at.file[0] || kernel.length) place_print(f, &h->at, text_get(&kernel), indent + 2);
  if (h->has_other) {
    fprintf(f, "%*sagainst\n", indent + 2, "");
    place_print(f, &h->other, text_get(&kernel), indent + 2);
  }
  if (advice.length) fprintf(f, "%*s%s\n", indent + 2, "", text_get(&advice));
  text_free(&kernel), text_free(&what), text_free(&advice);
}

static void difference_print(FILE *f, const struct difference *d) {
  if (d->count == 1)
    fprintf(f, "  %-10s%s\n", "output", d->name);
  else
    fprintf(f, "  %-10s%s: %" PRId64 " of %" PRId64 " elements are wrong\n", "output", d->name, d->wrong,
            d->count);
  for (int i = 0; i < d->n_shown; i++) {
    char want[40], got[40];
    value_print(want, d->shown[i].expected);
    value_print(got, d->shown[i].got);
    int64_t at = d->shown[i].index;
    fputs("            ", f);
    if (d->columns)
      fprintf(f, "[%" PRId64 "][%" PRId64 "]", at / d->columns, at % d->columns);
    else
      fprintf(f, "[%" PRId64 "]", at);
    fprintf(f, " expected %s, got %s", want, got);
    double off = fabs(d->shown[i].got.real - d->shown[i].expected.real);
    if (i == 0 && d->bound > 0 && isfinite(off)) fprintf(f, " (off by %.3g, allowed %.3g)", off, d->bound);
    fputc('\n', f);
  }
  if ((d->bound > 0 || d->several) && d->bound_text && *d->bound_text)
    fprintf(f, "  %-10s%s\n", d->several ? "right is" : "bound", d->bound_text);
}

static void gates_print(FILE *f, const struct task_result *t) {
  for (int i = 0; i < t->n_gates; i++) {
    const struct gate_result *g = &t->gate[i];
    if (g->met) continue;
    char bound[32], value[32];
    gate_print(bound, g->bound);
    gate_print(value, g->value);
    fprintf(f, "  %-10s%s: expected %s %s (%s), counted %s\n", "gate", emu_metric_name(g->gate->metric),
            gate_kind(g->gate->kind), bound, g->gate->formula, value);
    const char *ncu = g->gate->metric < EMU_COUNTER_COUNT ? emu_counter_ncu(g->gate->metric) : NULL;
    if (ncu && *ncu)
      fprintf(f, "            (%s; in Nsight Compute: %s)\n", emu_counter_what(g->gate->metric), ncu);
  }
}

enum { MAX_HAZARDS_SHOWN = 3 };

void explain(FILE *f, const struct lab_result *r, const struct task_result *t) {
  fprintf(f, "\n%s%s%s: %s\n", t->task->name, strcmp(r->backend, "all") ? "" : " on ",
          strcmp(r->backend, "all") ? "" : backend_name(t->backend), verdict_name(t->verdict));
  if (t->verdict == VERDICT_TODO) {
    field(f, "what", text_get(&t->message));
    field(f, "idea", t->task->idea);
    field(f, "begin", t->task->first_step);
    fprintf(f, "  %-10sremove the line `return PMPP_TODO;` from %s, or it stays todo\n", "then",
            t->task->function);
    return;
  }
  if (t->failed_case[0]) {
    fprintf(f, "  %-10s%s (case %d of %d", "case", t->failed_case, t->cases_run, t->cases_total);
    if (t->cases_run > 1) fprintf(f, "; %d before it passed", t->cases_run - 1);
    fprintf(f, ")%s\n", t->schedule ? ", under another schedule than the first" : "");
  }
  field(f, "what", text_get(&t->message));
  for (int i = 0; i < t->n_hazards && i < MAX_HAZARDS_SHOWN; i++) {
    if (i == 0) fputs("  hazard\n", f);
    hazard_print(f, &t->hazard[i], 4);
  }
  int more = t->n_hazards - MAX_HAZARDS_SHOWN + (int)t->hazards_dropped;
  if (more > 0) fprintf(f, "    and %d more\n", more);
  if (t->difference.arg >= 0) difference_print(f, &t->difference);
  if (t->verdict == VERDICT_INEFFICIENT) gates_print(f, t);
  field(f, "hint", text_get(&t->hint));
  if (t->output.length) {
    fputs("  printed   by the submission itself:\n", f);
    print_indented(f, text_get(&t->output), 12);
  }
  field(f, "repeat", text_get(&t->repeat));
}

// Whether the beginner has all before him: every task of the lab was asked for, and none answered but todo.
static bool nothing_written(const struct lab_result *r) {
  for (int t = 0; t < r->lab->n_tasks; t++) {
    bool found = false;
    for (int i = 0; i < r->n; i++) found |= r->task[i].task == &r->lab->tasks[t];
    if (!found) return false;
  }
  for (int i = 0; i < r->n; i++)
    if (r->task[i].verdict != VERDICT_TODO || r->task[i].message.length) return false;
  return r->n > 0;
}

static bool all_are(const struct lab_result *r, enum verdict v) {
  for (int i = 0; i < r->n; i++)
    if (r->task[i].verdict != v) return false;
  return r->n > 0;
}

bool same_message(const struct lab_result *r) {
  for (int i = 1; i < r->n; i++)
    if (strcmp(text_get(&r->task[i].message), text_get(&r->task[0].message))) return false;
  return r->n > 1 && r->task[0].cases_run == 0 && r->task[0].message.length;
}

static void first_step(FILE *f, const struct lab_result *r) {
  const struct pmpp_task *t = r->task[0].task;
  fprintf(f, "\nNothing is written yet. Where to begin:\n");
  fprintf(f, "  1. open   %s\n", r->implementation_file);
  fprintf(f, "  2. write  %s: %s;\n            remove its line `return PMPP_TODO;`\n", t->function,
          t->first_step);
  fprintf(f, "  3. run    %s\n", text_get(&r->task[0].repeat));
}

static void rows_print(FILE *f, const struct lab_result *r, bool colour) {
  int w = widest_task(r->lab);
  bool both = strcmp(r->backend, "all") == 0;
  fprintf(f, "\n  %-*s  %s%-12s  %8s  %7s\n", w, "task", both ? "on   " : "", "verdict", "points", "cases");
  for (int i = 0; i < r->n; i++) {
    const struct task_result *t = &r->task[i];
    fprintf(f, "  %-*s  ", w, t->task->name);
    if (both) fprintf(f, "%-5s", backend_name(t->backend));
    fprintf(f, "%s%-12s%s  %5d/%-2d  %4d/%d\n", colour ? colour_of(t->verdict) : "", verdict_name(t->verdict),
            colour ? "\033[0m" : "", t->verdict == VERDICT_PASS ? t->task->points : 0, t->task->points,
            t->cases_run, t->cases_total);
  }
}

static void score_print(FILE *f, const struct lab_result *r) {
  struct text why = {0};
  lab_result_reason(r, &why);
  fprintf(f, "\nScore: %d/%d", r->points, r->max);
  if (r->not_assessed_points)
    fprintf(f, " (%d point%s not assessed: %s)", r->not_assessed_points,
            r->not_assessed_points == 1 ? "" : "s", text_get(&why));
  else if (why.length)
    fprintf(f, " (%s%s)",
            lab_result_exit_status(r) == EXIT_INFRA ? "" : "gpu not assessed: ", text_get(&why));
  fputc('\n', f);
  text_free(&why);
}

void table_print(FILE *f, const struct lab_result *r, bool colour) {
  bool emu = strcmp(r->backend, "emu") == 0;
  fprintf(f, "Lab %s, %s: %s on %s\n", r->lab->number, r->lab->title, r->implementation, r->backend);
  if (!emu && r->device[BACKEND_GPU].length)
    fprintf(f, "%s, %s\n", text_get(&r->device[BACKEND_GPU]), text_get(&r->software[BACKEND_GPU]));
  if (!all_are(r, VERDICT_NOT_ASSESSED)) rows_print(f, r, colour);
  if (all_are(r, VERDICT_NOT_ASSESSED)) {
  } else if (nothing_written(r)) {
    first_step(f, r);
  } else if (same_message(r)) {
    fprintf(f, "\nall tasks: %s\n", verdict_name(r->task[0].verdict));
    print_indented(f, text_get(&r->task[0].message), 2);
  } else {
    for (int i = 0; i < r->n; i++)
      if (r->task[i].verdict != VERDICT_PASS && r->task[i].verdict != VERDICT_NOT_ASSESSED)
        explain(f, r, &r->task[i]);
  }
  counters_print(f, r);
  score_print(f, r);
}
