// The table of judges, and the judges that need few words.
#include "grader/judge/verdict.h"
#include "grader/judge/gate.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum stage { ANSWER, END }; // a judge looks at every answer; once at the end of a task

// The first row that finds a fault decides, also where a later row has decided before it: what lies at the END is
// found last.
static const struct {
  enum stage stage;
  judge *judge;
} judges[] = {
    {END, judge_process_left}, // ours: nobody knows what it does to the next task
    {ANSWER, judge_no_answer}, // of which nothing else is known
    {ANSWER, judge_todo},
    {ANSWER, judge_hazard},  // it explains a failing call, a leak and a wrong output
    {ANSWER, judge_failure}, // a call failed, a guard band was overwritten, ...: the outputs were not fetched
    {ANSWER, judge_leak},
    {ANSWER, judge_changed}, // it explains a wrong output
    {ANSWER, judge_output},
    {END, judge_host_work}, // the results of all cases are right, but no kernel made them
    {ANSWER,
     judge_gate}, // counts of a wrong result prove nothing; all else is right: it is worth a part of the points
    {END, judge_pace}, // all is right, but it takes too long
};
enum { N_JUDGES = sizeof judges / sizeof *judges };

// True: no judge found a fault that precedes what has been decided.
static bool judge_stage(struct trial *x, enum stage stage) {
  int n = x->decided ? x->decided - 1 : N_JUDGES;
  for (int i = 0; i < n; i++) {
    if (judges[i].stage != stage || !judges[i].judge(x)) continue;
    x->decided = i + 1;
    return false;
  }
  return true;
}

bool judge_answer(struct trial *x) {
  bool passed = judge_stage(x, ANSWER);
  // Beside a hazard the wrong output is shown, too.
  if (x->r->verdict == VERDICT_HAZARD && x->reply.status == PMPP_DONE && x->golden) outputs_right(x);
  return passed;
}

void judge_task(struct trial *x) {
  judge_stage(x, END);
  struct task_result *r = x->r;
  const struct gate_result *unmet = gates_unmet(r);
  if (!unmet || !verdict_is_right(r->verdict)) return;
  text_add(&r->hint, "%s", unmet->gate->hint);
  if (!unmet->gate->distinction && has_note(r, EMU_NOTE_SAME_VALUE))
    text_add(&r->hint,
             " Threads do each other's work, too (see the note): let one thread alone have each element.");
}

bool judge_process_left(struct trial *x) {
  if (!x->left_a_process) return false;
  x->r->verdict = VERDICT_INFRA;
  text_add(&x->r->message, "%sa process of the submission cannot be ended", x->r->message.length ? "; " : "");
  return true;
}

bool judge_hazard(struct trial *x) {
  if (!x->report.n_hazards) return false;
  x->r->verdict = VERDICT_HAZARD;
  trial_hazards(x);
  return true;
}

bool judge_leak(struct trial *x) {
  if (x->reply.leaked_bytes <= 0 || !x->request.check_leaks) return false;
  char *what = must_print("%" PRId64 " bytes of device memory that the function allocated were not freed",
                          x->reply.leaked_bytes);
  add_hazard(x->r, EMU_HAZARD_LEAK, what, "free every allocation on every path out of the function");
  free(what);
  return true;
}

bool judge_gate(struct trial *x) {
  struct task_result *r = x->r;
  if (r->backend != BACKEND_EMU || x->elsewhere || !(x->c->spec->where & PMPP_GATED)) return false;
  if (gates_check(r->task, x->c, &x->report.total, r)) return false;
  r->verdict = VERDICT_INEFFICIENT;
  return true;
}

bool judge_pace(struct trial *x) {
  struct task_result *r = x->r;
  if (r->pace.outcome == PACE_FAULT) {
    r->verdict = r->pace.fault;
    return true;
  }
  if (r->pace.outcome != PACE_SLOW) return false;
  r->verdict = VERDICT_SLOW;
  text_add(&r->message, "%s", text_get(&r->pace.words));
  if (r->task->speed.hint) text_add(&r->hint, "%s", r->task->speed.hint);
  return true;
}
