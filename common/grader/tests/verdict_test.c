// The precedence of verdicts: with two faults, the first judge's is told. Every pair is tried, so that two rows of the
// table that are swapped, and a row that is missing, are noticed.
#include "check.h"
#include "grader/judge/verdict.h"
#include <stdlib.h>
#include <string.h>

enum { N = 4 };

static const struct pmpp_case_spec spec = {"n=4", {N}, 0, PMPP_ON_EMU | PMPP_GATED};

static void make(struct pmpp_case *c) {
  pmpp_add(c, "x", PMPP_IN, PMPP_I32, N);
  pmpp_add(c, "y", PMPP_OUT, PMPP_I32, N)->bound_text = "exact";
}

static void golden(struct pmpp_case *c) {
  for (int i = 0; i < N; i++) ((int32_t *)c->buf[1].golden)[i] = 7;
}

static const struct pmpp_gate gate = {
    EMU_barriers, PMPP_AT_MOST, NULL, 4, "4: two a step", "fewer barriers will do"};

static const struct pmpp_task task = {.name = "1_toy",
                                      .prefix = "toy_",
                                      .cases = &spec,
                                      .n_cases = 1,
                                      .make = make,
                                      .golden = golden,
                                      .gates = &gate,
                                      .n_gates = 1};

static int32_t *outputs(struct trial *x) {
  return (int32_t *)((char *)x->worker.wire + x->request.arg[1].out_offset);
}

// ---- one fault each, and what else must stay possible ----

static void no_answer(struct trial *x) {
  x->answer = WORKER_TIMEOUT;
  text_add(&x->no_answer, "slept");
}

static void todo(struct trial *x) {
  x->reply.status = PMPP_STATUS_TODO;
}

static void hazard(struct trial *x) {
  x->report.n_hazards = 1;
  x->report.hazard[0] =
      (struct emu_hazard){.kind = EMU_HAZARD_OUT_OF_BOUNDS, .count = 1, .what = "reads past the end"};
}

static void failure(struct trial *x) {
  if (x->reply.status == PMPP_DONE)
    x->reply.status = PMPP_STATUS_CUDA_ERROR; // one status alone: todo hides it
}

static void leak(struct trial *x) {
  x->reply.leaked_bytes = 64;
}

static void changed(struct trial *x) {
  x->reply.changed = 1;
}

static void output(struct trial *x) {
  outputs(x)[2] = 8;
}

static void unmet_gate(struct trial *x) {
  x->report.total.v[EMU_barriers] = 5;
}

static void host_work(struct trial *x) {
  text_add(&x->suspicion, "let the host see all");
}

static void process_left(struct trial *x) {
  x->left_a_process = true;
}

static void slow(struct trial *x) {
  x->r->pace.outcome = PACE_SLOW;
  text_add(&x->r->pace.words, "half as fast");
}

static const struct {
  void (*make)(struct trial *x);
  enum verdict verdict;
  const char *words;
} faults[] = {{process_left, VERDICT_INFRA, "cannot be ended"},
              {no_answer, VERDICT_TIMEOUT, "the worker slept"},
              {todo, VERDICT_TODO, ""},
              {hazard, VERDICT_HAZARD, "reads past the end"},
              {failure, VERDICT_WRONG, "ended with CUDA error"},
              {leak, VERDICT_HAZARD, "64 bytes of device memory"},
              {changed, VERDICT_WRONG, "an input was changed"},
              {output, VERDICT_WRONG, "output 1 differs"},
              {host_work, VERDICT_REJECTED, "let the host see all"},
              {unmet_gate, VERDICT_INEFFICIENT, "fewer barriers will do"},
              {slow, VERDICT_SLOW, "half as fast"}};
enum { N_FAULTS = sizeof faults / sizeof *faults };

// The verdict on a trial with the faults a and b (none where it is N_FAULTS), and what was said.
static enum verdict verdict(int a, int b, struct text *said) {
  struct grading g = {.source_dir = "/", .file = "toy.cu", .header = "toy.h"};
  struct task_result r = {
      .task = &task, .backend = BACKEND_EMU, .verdict = VERDICT_PASS, .difference.arg = -1};
  struct trial *x = must_alloc(sizeof *x);
  x->g = &g, x->r = &r, x->golden = true, x->answer = WORKER_ANSWERED;
  x->c = case_make(&task, 0, 1);
  golden(x->c);
  x->worker.wire = must_alloc(sizeof *x->worker.wire + N * sizeof(int32_t));
  x->request = (struct pmpp_request){.check_leaks = 1, .n_args = 2};
  x->request.arg[1].out_offset = sizeof *x->worker.wire;
  x->reply.status = PMPP_DONE;
  x->report.total.v[EMU_barriers] = 4;
  for (int i = 0; i < N; i++) outputs(x)[i] = 7;
  if (a < N_FAULTS) faults[a].make(x);
  if (b < N_FAULTS) faults[b].make(x);
  judge_answer(x);
  judge_task(x);
  text_add(said, "%s %s %s", text_get(&r.message), text_get(&r.hint), r.n_hazards ? r.hazard[0].what : "");
  if (r.difference.arg >= 0) text_add(said, " output %d differs", r.difference.arg);
  task_result_free(&r);
  trial_free(x);
  free(x->worker.wire);
  case_free(x->c);
  free(x);
  return r.verdict;
}

static double three_steps(const struct pmpp_case *c) {
  (void)c;
  return 3;
}

// Whether so many bytes to the host, with so many launches, of which so many touch memory, are suspicious.
static bool suspicious(uint64_t bytes, uint64_t launches, uint64_t touching, bool steps) {
  struct pmpp_task own = task;
  own.steps = steps ? three_steps : NULL;
  struct task_result r = {.task = &own, .backend = BACKEND_EMU, .verdict = VERDICT_PASS};
  struct trial x = {.r = &r, .c = case_make(&own, 0, 1)};
  x.report.bytes_to_host = bytes;
  x.report.total.v[EMU_launches] = launches, x.report.launches_that_touch = touching;
  suspect_host_work(&x);
  bool found = x.suspicion.length;
  text_free(&x.suspicion);
  case_free(x.c);
  return found;
}

static void test_host_work(void) {
  CHECK(!suspicious(16, 0, 0, false) &&
        suspicious(17, 1000, 0, false)); // launches that touch nothing buy nothing
  CHECK(!suspicious(32, 1, 1, false) && suspicious(33, 1, 1, false));
  CHECK(!suspicious(64, 9, 9, false) && suspicious(65, 9, 9, false)); // four times, however many launches
  CHECK(!suspicious(48, 9, 9, true) && suspicious(49, 9, 9, true));   // or as often as the task takes steps
}

int main(void) {
  test_host_work();
  struct text said = {0};
  CHECK(verdict(N_FAULTS, N_FAULTS, &said) == VERDICT_PASS);
  text_free(&said);
  for (int a = 0; a < N_FAULTS; a++)
    for (int b = a; b < N_FAULTS; b++) {
      enum verdict got = verdict(a, b == a ? N_FAULTS : b, &said);
      if (!CHECK(got == faults[a].verdict) || !CHECK(strstr(text_get(&said), faults[a].words)))
        fprintf(stderr, "  faults %d and %d: expected %s, got %s: %s\n", a, b,
                verdict_name(faults[a].verdict), verdict_name(got), text_get(&said));
      text_free(&said);
    }
  // Beside a hazard a wrong output is shown; beside a changed input it is not looked at.
  verdict(3, 7, &said);
  CHECK(strstr(text_get(&said), "output 1 differs"));
  text_free(&said);
  verdict(6, 7, &said);
  CHECK(!strstr(text_get(&said), "output 1 differs"));
  text_free(&said);
  return CHECK_STATUS();
}
