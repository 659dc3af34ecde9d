// The verdict table, the explanation below each failing task, the score.
#include "grader/die.h"
#include "grader/output/table.h"
#include "grader/output/counters.h"
#include "grader/judge/gate.h"
#include "grader/judge/grade.h"
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

// What a machine needs for the lab's largest case, for a request to Slurm.
static void print_room(FILE *f, const struct pmpp_lab *lab) {
  int ranks = 1, devices = 1;
  for (int i = 0; i < lab->n_tasks; i++)
    for (int k = 0; k < lab->tasks[i].n_cases; k++) {
      const struct pmpp_case_spec *c = &lab->tasks[i].cases[k];
      if (c->ranks > ranks) ranks = c->ranks;
      int needed = !case_runs_on(c, BACKEND_GPU) ? 1 : c->apart ? c->ranks : c->devices;
      if (needed > devices) devices = needed;
    }
  if (ranks > 1 || devices > 1)
    fprintf(f, "\nA case takes up to %d ranks at a time, on gpu up to %d devices.\n", ranks, devices);
}

// write_tests.cmake reads it: such a task cannot be assessed where there is no MPI.
static const char *of_ranks(const struct pmpp_task *t) {
  return t->cases[0].ranks ? " [ranks of MPI]" : "";
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
    fprintf(f, "  %-*s  %3d  %2d  %2d  %s%s\n", w, t->name, t->points, emu, gpu, t->idea, of_ranks(t));
  }
  print_room(f, lab);
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

static void place_print(FILE *f, const struct emu_place *p, bool in_kernel, int indent) {
  struct text file = {0};
  text_add_clean(&file, p->file, strnlen(p->file, sizeof p->file));
  fprintf(f, "%*s", indent, "");
  if (in_kernel)
    fprintf(f, "block (%u,%u,%u) thread (%u,%u,%u)", p->block[0], p->block[1], p->block[2], p->thread[0],
            p->thread[1], p->thread[2]);
  if (p->file[0]) fprintf(f, "%s%s:%d", in_kernel ? ", " : "", text_get(&file), (int)p->line);
  fputc('\n', f);
  text_free(&file);
}

// in_kernel: a thread stood at the places; else only a line is known.
static void finding_print(FILE *f, const struct emu_hazard *h, const char *name, bool in_kernel, int indent) {
  struct text kernel = {0}, what = {0}, advice = {0};
  text_add_clean(&kernel, h->kernel, strnlen(h->kernel, sizeof h->kernel));
  text_add_clean(&what, h->what, strnlen(h->what, sizeof h->what));
  text_add_clean(&advice, h->advice, strnlen(h->advice, sizeof h->advice));
  fprintf(f, "%*s%s%s%s: %s", indent, "", name, kernel.length ? " in " : "", text_get(&kernel),
          text_get(&what));
  if (h->count > 1) fprintf(f, " (%" PRIu64 " times)", h->count);
  fputc('\n', f);
  if (h->at.file[0] || kernel.length) place_print(f, &h->at, in_kernel && kernel.length, indent + 2);
  if (h->has_other) {
    fprintf(f, "%*sagainst\n", indent + 2, "");
    place_print(f, &h->other, in_kernel && kernel.length, indent + 2);
  }
  if (advice.length) fprintf(f, "%*s%s\n", indent + 2, "", text_get(&advice));
  text_free(&kernel), text_free(&what), text_free(&advice);
}

// Unsigned values with high bits set are patterns of bits (sort keys, masks): shown in hexadecimal beside.
static int hex_digits(const struct difference *d) {
  uint64_t most = 0;
  for (int i = 0; i < d->n_shown; i++) {
    if (!d->shown[i].expected.is_whole || d->shown[i].expected.is_signed) return 0;
    most |= d->shown[i].expected.whole | d->shown[i].got.whole;
  }
  return most >> 32 ? 16 : most >> 31 ? 8 : 0;
}

static void value_add(struct text *t, struct value v, int digits) {
  char s[40];
  value_print(s, v);
  text_add(t, "%s", s);
  if (digits) text_add(t, " (0x%0*" PRIx64 ")", digits, v.whole);
}

void hazard_print(FILE *f, const struct emu_hazard *h, int indent) {
  bool of_launch = emu_hazard_where((int)h->kind) == EMU_OF_LAUNCH;
  finding_print(f, h, emu_hazard_name(h->kind), !of_launch, indent);
}

// What may be right all the same: no verdict depends on it.
static void notes_print(FILE *f, const struct task_result *t) {
  for (int i = 0; i < t->n_notes; i++) {
    if (i == 0) fputs("  note\n", f);
    finding_print(f, &t->note[i], emu_note_name(t->note[i].kind), t->note[i].kind != EMU_NOTE_LOCAL_ARRAY, 4);
  }
  if (t->notes_dropped) fprintf(f, "    and %u more\n", t->notes_dropped);
}

// The call that began the trouble, unless a hazard names its place.
static void error_print(FILE *f, const struct task_result *t) {
  const struct emu_place *at = &t->error.at;
  if (!t->error.code || !at->file[0] || t->verdict == VERDICT_INEFFICIENT) return;
  for (int i = 0; i < t->n_hazards; i++)
    if (t->hazard[i].at.line == at->line && strcmp(t->hazard[i].at.file, at->file) == 0) return;
  struct text file = {0}, name = {0};
  text_add_clean(&file, at->file, strlen(at->file));
  text_add_clean(&name, t->error.name, strlen(t->error.name));
  fprintf(f, "  %-10s%s:%d was the first to fail: %s\n", "call", text_get(&file), (int)at->line,
          text_get(&name));
  text_free(&file), text_free(&name);
}

static void difference_print(FILE *f, const struct difference *d) {
  int digits = hex_digits(d);
  if (d->count == 1)
    fprintf(f, "  %-10s%s\n", "output", d->name);
  else
    fprintf(f, "  %-10s%s: %" PRId64 " of %" PRId64 " elements are wrong\n", "output", d->name, d->wrong,
            d->count);
  for (int i = 0; i < d->n_shown; i++) {
    struct text want = {0}, got = {0};
    value_add(&want, d->shown[i].expected, digits);
    value_add(&got, d->shown[i].got, digits);
    int64_t at = d->shown[i].index;
    fputs("            ", f);
    if (d->columns)
      fprintf(f, "[%" PRId64 "][%" PRId64 "]", at / d->columns, at % d->columns);
    else
      fprintf(f, "[%" PRId64 "]", at);
    fprintf(f, " expected %s, got %s", text_get(&want), text_get(&got));
    text_free(&want), text_free(&got);
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
    if (g->gate->distinction)
      fprintf(f, "  distinction `%s`: %d point%s, not reached:\n            ", g->gate->distinction,
              g->gate->points, g->gate->points == 1 ? "" : "s");
    else
      fprintf(f, "  %-10s", "gate");
    fprintf(f, "%s: expected %s %s (%s), counted %s\n", emu_metric_name(g->gate->metric),
            gate_kind(g->gate->kind), bound, g->gate->formula, value);
    const char *ncu = g->gate->metric < EMU_COUNTER_COUNT ? emu_counter_ncu(g->gate->metric) : NULL;
    if (ncu && *ncu)
      fprintf(f, "            (%s; in Nsight Compute: %s)\n", emu_counter_what(g->gate->metric), ncu);
  }
}

// What a right result that does not pass is worth, and what the rest takes.
static void points_print(FILE *f, const struct task_result *t) {
  struct task_result passed = *t;
  passed.verdict = VERDICT_PASS;
  int all, met = task_result_gates_met(t, &all), points = task_result_points(t);
  fprintf(f, "  %-10s%d of %d: the result is right", "points", points, t->task->points);
  if (all) fprintf(f, " and %d of %d gate%s met", met, all, all == 1 ? " is" : "s are");
  fprintf(f, "; a pass gives %d more\n", task_result_points(&passed) - points);
}

enum { MAX_HAZARDS_SHOWN = 3 };

void explain(FILE *f, const struct lab_result *r, const struct task_result *t) {
  fprintf(f, "\n%s%s%s: %s\n", t->task->name, strcmp(r->backend, "all") ? "" : " on ",
          strcmp(r->backend, "all") ? "" : backend_name(t->backend), verdict_name(t->verdict));
  if (t->verdict == VERDICT_TODO) {
    field(f, "what", text_get(&t->message));
    field(f, "idea", t->task->idea);
    field(f, "begin", t->task->first_step);
    char *own = must_print("%s%s", t->task->prefix, t->task->name);
    fprintf(f, "  %-10sremove the line `return PMPP_TODO;` from %s, or it stays todo\n", "then",
            t->todo_in.length ? text_get(&t->todo_in) : own);
    free(own);
    return;
  }
  if (t->failed_case[0]) {
    fprintf(f, "  %-10s%s (", "case", t->failed_case);
    if (t->only)
      fputs("alone", f);
    else
      fprintf(f, "case %d of %d", t->failed_number, t->cases_total);
    if (t->failed_number > 1) fprintf(f, "; %d before it passed", t->failed_number - 1);
    fprintf(f, ")%s\n", t->schedule ? ", under another schedule than the first" : "");
  }
  field(f, "what", text_get(&t->message));
  for (int i = 0; i < t->n_hazards && i < MAX_HAZARDS_SHOWN; i++) {
    if (i == 0) fputs("  hazard\n", f);
    hazard_print(f, &t->hazard[i], 4);
  }
  int more = t->n_hazards - MAX_HAZARDS_SHOWN + (int)t->hazards_dropped;
  if (more > 0) fprintf(f, "    and %d more\n", more);
  error_print(f, t);
  if (t->difference.arg >= 0) difference_print(f, &t->difference);
  if (verdict_is_right(t->verdict)) gates_print(f, t);
  if (verdict_is_right(t->verdict) && t->verdict != VERDICT_PASS && !t->only) points_print(f, t);
  field(f, "hint", text_get(&t->hint));
  notes_print(f, t);
  if (t->output.length) {
    fputs("  printed   by the submission itself:\n", f);
    print_indented(f, text_get(&t->output), 12);
  }
  if (t->verdict != VERDICT_PASS) field(f, "repeat", text_get(&t->repeat));
}

// True if all tasks were graded and all are todo.
static bool nothing_written(const struct lab_result *r) {
  for (int t = 0; t < r->lab->n_tasks; t++) {
    bool found = false;
    for (int i = 0; i < r->n; i++) found |= r->task[i].task == &r->lab->tasks[t];
    if (!found) return false;
  }
  int todo = 0;
  for (int i = 0; i < r->n; i++) {
    bool none = task_result_not_begun(&r->task[i]);
    if (!none && r->task[i].verdict != VERDICT_NOT_ASSESSED) return false;
    todo += none;
  }
  return todo > 0;
}

static bool all_are(const struct lab_result *r, enum verdict v) {
  for (int i = 0; i < r->n; i++)
    if (r->task[i].verdict != v) return false;
  return r->n > 0;
}

// Of the first `graded` rows.
static bool none_assessed(const struct lab_result *r, int graded) {
  for (int i = 0; i < graded; i++)
    if (r->task[i].verdict != VERDICT_NOT_ASSESSED) return false;
  return true;
}

bool same_message(const struct lab_result *r) {
  for (int i = 1; i < r->n; i++)
    if (strcmp(text_get(&r->task[i].message), text_get(&r->task[0].message))) return false;
  return r->n > 1 && r->task[0].cases_run == 0 && r->task[0].message.length;
}

static void first_step(FILE *f, const struct lab_result *r) {
  const struct pmpp_task *t = r->task[0].task;
  fprintf(f, "\nNothing is written yet; the lab is built and ready. Where to begin:\n");
  fprintf(f, "  1. open   %s\n", r->implementation_file);
  fprintf(f, "  2. write  %s%s: %s;\n            remove its line `return PMPP_TODO;`\n", t->prefix, t->name,
          t->first_step);
  fprintf(f, "  3. run    %s\n", text_get(&r->task[0].repeat));
}

static void title_print(FILE *f, const struct lab_result *r) {
  bool emu = strcmp(r->backend, "emu") == 0;
  fprintf(f, "Lab %s, %s: %s on %s\n", r->lab->number, r->lab->title, r->implementation, r->backend);
  if (!emu && r->device[BACKEND_GPU].length)
    fprintf(f, "%s, %s\n", text_get(&r->device[BACKEND_GPU]), text_get(&r->software[BACKEND_GPU]));
}

void table_rows(FILE *f, const struct lab_result *r, bool colour, int graded, struct table *printed) {
  int w = widest_task(r->lab);
  bool both = strcmp(r->backend, "all") == 0;
  if (none_assessed(r, graded)) return;
  if (!printed->begun) title_print(f, r);
  if (!printed->rows)
    fprintf(f, "\n  %-*s  %s%-12s  %8s  %7s\n", w, "task", both ? "on   " : "", "verdict", "points", "cases");
  printed->begun = true;
  for (; printed->rows < graded; printed->rows++) {
    const struct task_result *t = &r->task[printed->rows];
    fprintf(f, "  %-*s  ", w, t->task->name);
    if (both) fprintf(f, "%-5s", backend_name(t->backend));
    fprintf(f, "%s%-12s%s", colour ? colour_of(t->verdict) : "", verdict_name(t->verdict),
            colour ? "\033[0m" : "");
    if (t->only)
      fprintf(f, "  %8s", "none");
    else
      fprintf(f, "  %5d/%-2d", task_result_points(t), t->task->points);
    fprintf(f, "  %4d/%d", t->cases_passed, t->cases_total);
    if (t->cases_run < t->cases_total) fprintf(f, ", %d not begun", t->cases_total - t->cases_run);
    fputc('\n', f);
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

// What was found about the times of right results; a slow one is explained among the others.
static void paces_print(FILE *f, const struct lab_result *r) {
  bool any = false;
  int w = widest_task(r->lab);
  for (int i = 0; i < r->n; i++) {
    const struct task_result *t = &r->task[i];
    if (t->pace.outcome != PACE_MET && t->pace.outcome != PACE_DOUBTFUL) continue;
    if (!any) fputs("\nTimes:\n", f);
    any = true;
    fprintf(f, "  %-*s  %s\n", w, t->task->name, text_get(&t->pace.words));
  }
}

static void left_out_print(FILE *f, const struct lab_result *r) {
  bool any = false;
  int w = widest_task(r->lab);
  for (int i = 0; i < r->n; i++) {
    const struct task_result *t = &r->task[i];
    if (!t->left_out.length || t->verdict == VERDICT_NOT_ASSESSED) continue;
    if (!any) fputs("\nCases left out:\n", f);
    any = true;
    fprintf(f, "  %-*s  %s\n", w, t->task->name, text_get(&t->left_out));
  }
  int large = 0, tasks = 0;
  for (int i = 0; i < r->n; i++) {
    large += r->task[i].large_left_out;
    tasks += r->task[i].large_left_out > 0;
  }
  if (large && !all_are(r, VERDICT_NOT_ASSESSED))
    fprintf(f, "\n--large also runs %d large case%s of %d task%s.\n", large, large == 1 ? "" : "s", tasks,
            tasks == 1 ? "" : "s");
}

// One case is no grade. A case that failed among the others and passes alone tells something, too.
static void one_case_print(FILE *f, const struct lab_result *r) {
  if (all_are(r, VERDICT_NOT_ASSESSED)) {
    struct text why = {0};
    lab_result_reason(r, &why);
    fprintf(f, "\nNo case was run: %s\n", text_get(&why));
    text_free(&why);
    return;
  }
  fprintf(f, "\nOne case of each task was run: no score.\n");
  if (all_are(r, VERDICT_PASS))
    fprintf(f, "If it fails only after the other cases, look for state that one call leaves to the next: a "
               "static variable, "
               "or a counter\nin device memory that is not reset to 0.\n");
}

// A pass has something to tell where a distinction is missed, where there are notes, and where it printed.
static bool tells_something(const struct task_result *t) {
  bool content = t->verdict == VERDICT_PASS || t->verdict == VERDICT_NOT_ASSESSED;
  return !content || t->hint.length || t->n_notes || t->output.length;
}

void table_end(FILE *f, const struct lab_result *r, bool colour, struct table *printed) {
  table_rows(f, r, colour, r->n, printed);
  if (!printed->begun) title_print(f, r);
  if (all_are(r, VERDICT_NOT_ASSESSED)) {
  } else if (nothing_written(r)) {
    first_step(f, r);
  } else if (same_message(r)) {
    fprintf(f, "\nall tasks: %s\n", verdict_name(r->task[0].verdict));
    print_indented(f, text_get(&r->task[0].message), 2);
  } else {
    for (int i = 0; i < r->n; i++)
      if (tells_something(&r->task[i])) explain(f, r, &r->task[i]);
  }
  paces_print(f, r);
  left_out_print(f, r);
  counters_print(f, r);
  if (r->n && r->task[0].only)
    one_case_print(f, r);
  else
    score_print(f, r);
}

void table_print(FILE *f, const struct lab_result *r, bool colour) {
  struct table printed = {0};
  table_end(f, r, colour, &printed);
}
