// Evaluates gates.
#include "grader/gate.h"
#include <math.h>
#include <stdio.h>

bool gates_check(const struct pmpp_task *task, const struct pmpp_case *c, const struct emu_counters *counters,
                 struct task_result *r) {
  bool met = true;
  r->n_gates = 0;
  for (int i = 0; i < task->n_gates; i++) {
    const struct pmpp_gate *g = &task->gates[i];
    if (r->n_gates == MAX_GATES) die_infra("tasks.c: task %s has more than %d gates", task->name, MAX_GATES);
    if (!emu_metric_name(g->metric)) die_infra("tasks.c: task %s: gate %d has no such metric", task->name, i);
    struct gate_result *o = &r->gate[r->n_gates++];
    *o = (struct gate_result){.gate = g, .bound = g->bound ? g->bound(c) : g->constant};
    o->value = emu_metric_value(counters, g->metric);
    o->met = g->kind == PMPP_AT_MOST ? o->value <= o->bound : o->value >= o->bound;
    met &= o->met;
  }
  return met;
}

const struct gate_result *gates_unmet(const struct task_result *r) {
  for (int i = 0; i < r->n_gates; i++)
    if (!r->gate[i].met) return &r->gate[i];
  return NULL;
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
