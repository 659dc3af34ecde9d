// Evaluates gates.
#include "grader/die.h"
#include "grader/judge/case.h"
#include "grader/judge/gate.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct gate_result judge_value(const struct pmpp_gate *g, const struct pmpp_case *c,
                                      const struct emu_counters *counters, double unit) {
  struct gate_result o = {.gate = g, .bound = g->bound ? g->bound(c) : g->constant, .per = unit};
  o.value = emu_metric_value(counters, g->metric) / unit;
  o.met = g->kind == PMPP_AT_MOST ? o.value <= o.bound : o.value >= o.bound;
  if (g->or_bound) o.met |= emu_metric_value(counters, g->or_metric) <= g->or_bound(c);
  return o;
}

// A gate on one case's share of another's. Of --case neither may have been run, or only the first.
static void judge_share(const struct pmpp_gate *g, const struct pmpp_case *c,
                        const struct emu_counters *counters, struct gate_result *o) {
  if (strcmp(c->spec->label, g->per) == 0) o->per = emu_metric_value(counters, g->metric);
  if (strcmp(c->spec->label, g->of) == 0 && o->per > 0) *o = judge_value(g, c, counters, o->per);
}

bool gates_check(const struct pmpp_task *task, const struct pmpp_case *c, const struct emu_counters *counters,
                 struct task_result *r) {
  bool met = true;
  int before = r->n_gates; // of another gated case or schedule
  r->n_gates = 0;
  if (task->n_gates > MAX_GATES - MOST_IMPLIED_GATES)
    die_infra("tasks.c: task %s has more than %d gates", task->name, MAX_GATES - MOST_IMPLIED_GATES);
  for (int i = 0; i < task->n_gates; i++) {
    const struct pmpp_gate *g = &task->gates[i];
    if (!emu_metric_name(g->metric)) die_infra("tasks.c: task %s: gate %d has no such metric", task->name, i);
    struct gate_result *o = &r->gate[r->n_gates++];
    bool missed = g->distinction && i < before && !o->met; // once is enough
    if (i >= before) *o = (struct gate_result){.gate = g, .met = true};
    if (!missed && g->per)
      judge_share(g, c, counters, o);
    else if (!missed)
      *o = judge_value(g, c, counters, 1);
    met &= o->met || g->distinction;
  }
  const struct pmpp_gate *g;
  for (int i = 0; (g = gate_implied(task, i)); i++) {
    struct gate_result o = judge_value(g, c, counters, 1);
    if (!o.met) r->gate[r->n_gates++] = o; // told only where it matters
    met &= o.met;
  }
  return met;
}

const struct gate_result *gates_unmet(const struct task_result *r) {
  const struct gate_result *distinction = NULL;
  for (int i = r->n_gates - 1; i >= 0; i--)
    if (!r->gate[i].met && r->gate[i].gate->distinction) distinction = &r->gate[i];
  for (int i = 0; i < r->n_gates; i++)
    if (!r->gate[i].met && !r->gate[i].gate->distinction) return &r->gate[i];
  return distinction;
}

const char *gate_kind(enum pmpp_bound_kind kind) {
  return kind == PMPP_AT_MOST ? "at most" : "at least";
}

void gate_print(char out[32], double value) {
  if (value == nearbyint(value) && fabs(value) < 1e15)
    snprintf(out, 32, "%.0f", value);
  else
    snprintf(out, 32, fabs(value) >= 1000 && fabs(value) < 1e15 ? "%.1f" : "%.4g", value);
}
