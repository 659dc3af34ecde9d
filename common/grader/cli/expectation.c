// Reads the first line of a wrong/*.cu.
#include "grader/cli/expectation.h"
#include "grader/judge/gate.h"
#include <stdio.h>
#include <string.h>

// The next word of *s and its length; 0 at the end.
static size_t next(const char **s) {
  *s += strspn(*s, " \t\r");
  return strcspn(*s, " \t\r");
}

static bool same(const char *name, const char *s, size_t n) {
  return strlen(name) == n && memcmp(name, s, n) == 0;
}

// A reason that the verdict cannot have would make a file that is never caught: it is refused.
static bool reason_parse(struct expectation *e, const char *s, size_t n, struct text *why) {
  struct text possible = {0};
  bool known = false;
  for (int k = 0; e->verdict == VERDICT_HAZARD && k < EMU_HAZARD_COUNT; k++) {
    known |= same(emu_hazard_name(k), s, n);
    text_add(&possible, "%s%s", k ? ", " : "", emu_hazard_name(k));
  }
  for (int i = 0; i < e->task->n_gates; i++) {
    const struct pmpp_gate *g = &e->task->gates[i];
    bool possible_here = g->distinction ? e->verdict == VERDICT_PASS
                                        : e->verdict == VERDICT_INEFFICIENT || e->verdict == VERDICT_REJECTED;
    if (!possible_here) continue;
    known |= same(emu_metric_name(g->metric), s, n);
    text_add(&possible, "%s%s", possible.length ? ", " : "", emu_metric_name(g->metric));
  }
  const struct pmpp_gate *g;
  for (int i = 0; e->verdict == VERDICT_INEFFICIENT && (g = gate_implied(e->task, i)); i++) {
    known |= same(emu_metric_name(g->metric), s, n);
    text_add(&possible, "%s%s", possible.length ? ", " : "", emu_metric_name(g->metric));
  }
  if (known)
    snprintf(e->reason, sizeof e->reason, "%.*s", (int)n, s);
  else
    text_add(why, "'%.*s' is not a reason for %s of %s; possible are: %s", (int)n, s,
             verdict_name(e->verdict), e->task->name, possible.length ? text_get(&possible) : "none");
  text_free(&possible);
  return known;
}

bool expectation_reason_found(const struct expectation *e, const struct task_result *r) {
  bool found = !e->reason[0];
  for (int i = 0; i < r->n_hazards; i++) found |= strcmp(emu_hazard_name(r->hazard[i].kind), e->reason) == 0;
  for (int i = 0; i < r->n_gates; i++)
    found |= !r->gate[i].met && (r->gate[i].gate->distinction != NULL) == (e->verdict == VERDICT_PASS) &&
             strcmp(emu_metric_name(r->gate[i].gate->metric), e->reason) == 0;
  return found;
}

static bool line_parse(const char *line, const struct pmpp_lab *lab, struct expectation *e,
                       struct text *why) {
  static const char form[] = "expected `// expect: VERDICT TASK [REASON] [on emu|gpu]`";
  static const char begin[] = "// expect:";
  *e = (struct expectation){.on = {true, true}};
  if (!starts_with(line, begin)) {
    text_add(why, "%s", form);
    return false;
  }
  const char *s = line + strlen(begin);
  size_t n = next(&s);
  e->verdict = verdict_from_name(s, n);
  if (n == 0 || e->verdict == VERDICT_COUNT) {
    text_add(why, "'%.*s' is not a verdict; %s", (int)n, s, form);
    return false;
  }
  s += n;
  n = next(&s);
  for (int t = 0; t < lab->n_tasks; t++)
    if (same(lab->tasks[t].name, s, n)) e->task = &lab->tasks[t];
  if (!e->task) {
    text_add(why, "lab %s has no task '%.*s'; %s", lab->number, (int)n, s, form);
    return false;
  }
  s += n;
  n = next(&s);
  if (n && !same("on", s, n)) {
    if (!reason_parse(e, s, n, why)) return false;
    s += n;
    n = next(&s);
  }
  if (n == 0) return true;
  bool on = same("on", s, n);
  s += n;
  n = next(&s);
  bool emu = same("emu", s, n), gpu = same("gpu", s, n);
  s += n;
  if (!on || !(emu || gpu) || next(&s) != 0) {
    text_add(why, "%s", form);
    return false;
  }
  e->on[BACKEND_EMU] = emu;
  e->on[BACKEND_GPU] = gpu;
  return true;
}

bool expectation_parse(const char *line, const struct pmpp_lab *lab, struct expectation *e,
                       struct text *why) {
  if (!line_parse(line, lab, e, why)) return false;
  if (e->verdict != VERDICT_SLOW || (e->task->speed.size && !e->on[BACKEND_EMU])) return true;
  if (e->on[BACKEND_EMU])
    text_add(why, "slow is a verdict of a GPU alone: `... on gpu`");
  else
    text_add(why, "the time of %s is not judged (.speed in tasks.c)", e->task->name);
  return false;
}
