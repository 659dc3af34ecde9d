// Evaluates gates.
#include "grader/die.h"
#include "grader/judge/case.h"
#include "grader/judge/gate.h"
#include "base/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// Atomics load and store, too, but are counted apart, by the emulator as by the hardware: whoever loads with them has no
// load requests and no sectors. So a task that bounds loads and stores from above bounds the atomics as well. Where it has
// no gate of its own for them, sums and claims may take one for each sector that the task must move.
static double one_for_each_sector(const struct pmpp_case *c) {
  return c->floor_bytes / 32;
}
// Of a task with claims: a load and a store are eight bytes.
static double one_for_each_result(const struct pmpp_case *c) {
  return 1.05 * c->floor_bytes / 8;
}
// So do shuffles: whoever takes an operand from another lane's register does not load it. Where a task bounds the loads from
// shared memory, and has no gate of its own for exchanges, each warp may make eight for each word that its lanes must move.
static double eight_a_word(const struct pmpp_case *c) {
  return c->floor_bytes / 16;
}
// Results that the grid deals out are shared among blocks, for one block has one multiprocessor of the device, and among their
// threads: a warp that has returned keeps its place to the end of its block. Of an even task the warps have equal shares.
enum { MANY_RESULTS = 1 << 14 };
static bool many_results(const struct pmpp_case *c) {
  int64_t results = 0;
  for (int i = 0; i < c->n_bufs; i++)
    if (buf_has_output(&c->buf[i])) results += c->buf[i].arg.count;
  return results >= MANY_RESULTS;
}
static double busiest_block(const struct pmpp_case *c) {
  return many_results(c) ? 0.75 : 1;
}
static double idle_threads(const struct pmpp_case *c) {
  return many_results(c) ? 0.75 : 1;
}
static double least_balance(const struct pmpp_case *c) {
  return many_results(c) ? 0.2 : 0;
}
#define ATOMICS_FORMULA                                                                                      \
  "compulsory bytes / 32: one for each sector of the bytes that the task must move; this task is loads and " \
  "stores"
#define ATOMICS_HINT                                                                                         \
  "Load and store with plain accesses: atomics are for words that several threads add to or claim, and "     \
  "lanes that access the same word take turns."
static const struct pmpp_gate implied_gates[] = {
    {EMU_global_atomics, PMPP_AT_MOST, one_for_each_sector, 0, ATOMICS_FORMULA, ATOMICS_HINT},
    {EMU_global_atomics, PMPP_AT_MOST, one_for_each_result, 0,
     "1.05 compulsory bytes / 8: one claim for each result; this task's operands are loads and stores",
     ATOMICS_HINT},
    {EMU_shared_atomics, PMPP_AT_MOST, one_for_each_sector, 0, ATOMICS_FORMULA, ATOMICS_HINT},
    {EMU_warp_exchanges, PMPP_AT_MOST, eight_a_word, 0,
     "compulsory bytes / 16: eight for each 128 bytes that the task must move; this task's operands are "
     "loaded",
     "Load operands from shared memory or keep them in registers; a shuffle for each costs as much as the "
     "load."},
    {EMU_busiest_block_share, PMPP_AT_MOST, busiest_block, 0,
     "0.75, for 16384 results and more: no block does three quarters of the work",
     "Share the work among many blocks: one block runs on one multiprocessor, and the rest of the device "
     "stands by."},
    {EMU_idle_thread_share, PMPP_AT_MOST, idle_threads, 0,
     "0.75, for 16384 results and more: of blocks that work at all no more than three quarters of the "
     "threads stand by",
     "Give every thread of a block its share: lanes and warps that return at once keep their places."},
    {EMU_warp_balance, PMPP_AT_LEAST, least_balance, 0,
     "0.2, for 16384 results and more: the average warp executes a fifth of what the busiest one does",
     "Give every warp of every block its share; warps that return at once keep their places idle."}};

// Of the two for global atomics a task has one.
enum { IMPLIED_GATES = sizeof implied_gates / sizeof *implied_gates, MOST_IMPLIED = IMPLIED_GATES - 1 };

// Whether a gate of the task bounds a metric with one of these names from above.
static bool bounds_from_above(const struct pmpp_task *task, const char *beginning) {
  for (int i = 0; i < task->n_gates; i++)
    if (task->gates[i].kind == PMPP_AT_MOST && starts_with(emu_metric_name(task->gates[i].metric), beginning))
      return true;
  return false;
}

static bool implied(const struct pmpp_task *task, const struct pmpp_gate *g) {
  if (bounds_from_above(task, emu_metric_name(g->metric))) return false;
  if (g->metric == EMU_busiest_block_share) return task->many_blocks || task->even;
  if (g->metric == EMU_idle_thread_share) return task->many_blocks;
  if (g->metric == EMU_warp_balance) return task->even;
  if (g->metric == EMU_global_atomics && task->claims != (g->bound == one_for_each_result)) return false;
  if (g->metric == EMU_global_atomics)
    return bounds_from_above(task, "global_") || bounds_from_above(task, "sectors_per_");
  return bounds_from_above(task, g->metric == EMU_shared_atomics ? "shared_" : "shared_load_");
}

const struct pmpp_gate *gate_implied(const struct pmpp_task *task, int i) {
  for (int k = 0; k < IMPLIED_GATES; k++)
    if (implied(task, &implied_gates[k]) && i-- == 0) return &implied_gates[k];
  return NULL;
}

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
  if (task->n_gates > MAX_GATES - MOST_IMPLIED)
    die_infra("tasks.c: task %s has more than %d gates", task->name, MAX_GATES - MOST_IMPLIED);
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
