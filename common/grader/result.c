// Verdicts by name, the score, the exit status.
#include "grader/die.h"
#include "grader/result.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdicts[VERDICT_COUNT] = {
#define PMPP_X(id, text) text,
    PMPP_VERDICTS(PMPP_X)
#undef PMPP_X
};

const char *verdict_name(enum verdict v) {
  return verdicts[v];
}

bool verdict_is_right(enum verdict v) {
  return v == VERDICT_PASS || v == VERDICT_INEFFICIENT || v == VERDICT_SLOW;
}

enum verdict verdict_from_name(const char *name, size_t n) {
  for (int v = 0; v < VERDICT_COUNT; v++)
    if (strlen(verdicts[v]) == n && memcmp(verdicts[v], name, n) == 0) return v;
  return VERDICT_COUNT;
}

const char *backend_name(enum backend b) {
  return b == BACKEND_EMU ? "emu" : "gpu";
}

void value_print(char out[40], struct value v) {
  if (v.is_whole && v.is_signed)
    snprintf(out, 40, "%" PRId64, (int64_t)v.whole);
  else if (v.is_whole)
    snprintf(out, 40, "%" PRIu64, v.whole);
  else if (isnan(v.real))
    snprintf(out, 40, "NaN");
  else if (isinf(v.real))
    snprintf(out, 40, "%sInfinity", v.real < 0 ? "-" : "");
  else
    snprintf(out, 40, "%.9g", v.real);
}

bool gate_result_judged(const struct gate_result *g) {
  return !g->gate->per || g->value > 0;
}

int task_result_gates_met(const struct task_result *t, int *all) {
  int met = *all = 0;
  for (int i = 0; i < t->n_gates; i++) {
    if (t->gate[i].gate->distinction || !gate_result_judged(&t->gate[i])) continue;
    ++*all;
    met += t->gate[i].met;
  }
  return met;
}

enum { PERCENT_RIGHT = 25, PERCENT_GATES = 50 };

int task_result_points(const struct task_result *t) {
  int all, met = task_result_gates_met(t, &all), points = t->task->points;
  for (int i = 0; i < t->n_gates; i++)
    if (!t->gate[i].met || t->verdict != VERDICT_PASS) points -= t->gate[i].gate->points;
  if (t->verdict == VERDICT_PASS) return points;
  if (!verdict_is_right(t->verdict)) return 0;
  if (all == 0) return points * (PERCENT_RIGHT + PERCENT_GATES) / 100;
  return points * (PERCENT_RIGHT * all + PERCENT_GATES * met) / (100 * all);
}

void lab_result_score(struct lab_result *r) {
  r->points = r->max = r->not_assessed_points = 0;
  for (int t = 0; t < r->lab->n_tasks; t++) {
    const struct pmpp_task *task = &r->lab->tasks[t];
    int rows = 0, assessed = 0, fewest = task->points;
    for (int i = 0; i < r->n; i++) {
      if (r->task[i].task != task) continue;
      enum verdict v = r->task[i].verdict;
      rows++;
      if (v == VERDICT_NOT_ASSESSED || v == VERDICT_INFRA) continue;
      assessed++;
      int points = task_result_points(&r->task[i]);
      if (points < fewest) fewest = points;
    }
    if (!rows) continue;
    r->max += task->points;
    if (!assessed)
      r->not_assessed_points += task->points;
    else
      r->points += fewest;
  }
}

void lab_result_reason(const struct lab_result *r, struct text *why) {
  for (int i = 0; i < r->n && !why->length; i++) {
    if (r->task[i].verdict != VERDICT_INFRA) continue;
    const char *message = text_get(&r->task[i].message);
    text_add(why, "the grader's own trouble on %s", backend_name(r->task[i].backend));
    if (*message) text_add(why, ": %.*s", (int)strcspn(message, "\n"), message);
  }
  if (r->not_assessed.length)
    text_add(why, "%s%s", why->length ? "; gpu not assessed: " : "", text_get(&r->not_assessed));
}

int lab_result_exit_status(const struct lab_result *r) {
  bool infra = false, failed = false, assessed = false;
  for (int i = 0; i < r->n; i++) {
    enum verdict v = r->task[i].verdict;
    if (v == VERDICT_INFRA)
      infra = true;
    else if (v != VERDICT_NOT_ASSESSED)
      assessed = true, failed |= v != VERDICT_PASS;
  }
  return infra ? EXIT_INFRA : failed ? EXIT_NOT_PASSED : assessed ? EXIT_PASSED : EXIT_NOT_ASSESSED;
}

bool task_result_not_begun(const struct task_result *t) {
  return t->verdict == VERDICT_TODO && t->cases_run == 0;
}

int lab_result_ctest_status(const struct lab_result *r) {
  int status = lab_result_exit_status(r);
  for (int i = 0; i < r->n; i++)
    if (!task_result_not_begun(&r->task[i]) && r->task[i].verdict != VERDICT_NOT_ASSESSED) return status;
  return status == EXIT_NOT_PASSED ? EXIT_NOT_ASSESSED : status;
}

void task_result_free(struct task_result *t) {
  text_free(&t->todo_in);
  text_free(&t->message), text_free(&t->hint), text_free(&t->repeat), text_free(&t->output);
  text_free(&t->pace.words), text_free(&t->left_out);
  for (int k = 0; k < t->bench.n; k++)
    text_free(&t->bench.timing[k].trouble), text_free(&t->bench.timing[k].note);
}

void lab_result_free(struct lab_result *r) {
  for (int i = 0; i < r->n; i++) task_result_free(&r->task[i]);
  free(r->task);
  text_free(&r->host), text_free(&r->not_assessed);
  for (int b = 0; b < BACKEND_COUNT; b++) text_free(&r->device[b]), text_free(&r->software[b]);
}
