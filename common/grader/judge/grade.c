// Grades tasks: their cases in order, each under its schedules, until a judge finds a fault.
#include "grader/judge/ahead.h"
#include "grader/judge/grade.h"
#include "grader/judge/verdict.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pmpp_case *grading_case(const struct grading *g, const struct pmpp_task *task, int i) {
  struct pmpp_case *c = g->ahead ? ahead_find(g->ahead, task, i) : NULL;
  if (c) return c;
  c = case_make(task, i, g->seed);
  task->golden(c);
  return c;
}

static bool open_worker(const struct grading *g, const char *path, struct worker *w, struct task_result *r,
                        struct lab_result *machine, const char *setting) {
  bool gpu = r->backend == BACKEND_GPU;
  struct text why = {0};
  struct worker_limits limits = {.gpu = gpu,
                                 .contained = g->contained,
                                 .job = r->task->cases[0].ranks,
                                 .setting = setting,
                                 .cpu_seconds = 60 + g->timeout * (r->cases_total * (g->schedules + 2) + 1)};
  struct pmpp_request request = {.op = PMPP_OP_INFO};
  struct pmpp_reply reply;
  bool usable = false;
  double begin = now();
  if (!worker_start(w, path, limits, &why)) {
    r->verdict = VERDICT_INFRA;
    text_add(&r->message, "%s", text_get(&why));
  } else {
    snprintf(request.task, sizeof request.task, "%s", r->task->name);
    // Starting CUDA takes seconds where other jobs use the machine.
    enum worker_answer answer = worker_ask(w, &request, g->timeout * (gpu ? 3 : 1), &reply, NULL, &why);
    if (answer != WORKER_ANSWERED)
      describe_no_answer(answer, &why, r);
    else if (reply.status != PMPP_DONE)
      describe_status(g, NULL, &reply, r);
    else
      usable = true;
  }
  if (usable) snprintf(w->library, sizeof w->library, "%s", reply.library);
  if (usable) w->device_bytes = reply.device_bytes;
  if (usable && gpu) w->devices = reply.devices; // emu has as many as a case asks for
  if (usable && machine && !machine->device[r->backend].length) {
    text_add_clean(&machine->device[r->backend], reply.device, strlen(reply.device));
    text_add_clean(&machine->software[r->backend], reply.software, strlen(reply.software));
    if (isfinite(reply.fp32_ops_per_s)) machine->fp32_ops_per_s = reply.fp32_ops_per_s;
  }
  text_free(&why);
  if (g->verbose)
    fprintf(stderr, "%s %s: worker started in %.2f s\n", backend_name(r->backend), r->task->name,
            now() - begin);
  return usable;
}

bool worker_open(const struct grading *g, const char *path, struct worker *w, struct task_result *r,
                 struct lab_result *machine) {
  return open_worker(g, path, w, r, machine, NULL);
}

// One case under one schedule; true where it passed. The counts shown are of the first schedule, or of one that misses a gate.
static bool run_once(struct trial *x, int schedule) {
  struct emu_counters shown = x->r->counters;
  if (trial_ask(x, schedule_seed(x->g, schedule))) trial_record(x);
  double begin = now();
  bool passed = judge_answer(x);
  x->spent.judging += now() - begin;
  if (schedule > 0 && x->r->verdict == VERDICT_PASS) x->r->counters = shown;
  if (verdict_is_right(x->r->verdict))
    suspect_host_work(x);
  else
    hint_at_output(x, schedule);
  return passed;
}

static bool missed_enough(const struct grading *g, const struct task_result *r) {
  for (int i = 0; g->until_missed && i < r->n_gates; i++)
    if (!r->gate[i].met && !r->gate[i].gate->distinction &&
        strcmp(emu_metric_name(r->gate[i].gate->metric), g->until_missed) == 0)
      return true;
  return false;
}

static enum pmpp_leaks leaks_of(const struct pmpp_task *t) {
  if (!t->check_leaks) return PMPP_LEAKS_OF_NOTHING;
  return t->check_handles ? PMPP_LEAKS_OF_HANDLES : PMPP_LEAKS_OF_MEMORY;
}

// True where the next case is to be run: also after a missed gate, because only a right result is worth points.
static bool run_case(struct trial *x, int i) {
  struct task_result *r = x->r;
  const struct pmpp_case_spec *spec = &r->task->cases[i];
  double begin = now();
  if (x->g->progress) x->g->progress(x->g, r, spec->label);
  x->c = grading_case(x->g, r->task, i);
  x->spent = (struct spent){.making = now() - begin};
  // Gated cases run without delayed stores: extra polling would inflate the counts.
  x->request = (struct pmpp_request){.op = PMPP_OP_RUN,
                                     .check_leaks = x->g->library ? PMPP_LEAKS_OF_NOTHING : leaks_of(r->task),
                                     .adverse = !(spec->where & PMPP_GATED)};
  snprintf(x->request.task, sizeof x->request.task, "%s", r->task->name);
  r->cases_run++;
  r->passed_size = -1;
  for (int k = 0; k < i && !r->only; k++) {
    const struct pmpp_case_spec *s = &r->task->cases[k];
    if (!case_is_wanted(s, r->backend, x->g->large) || s->variant != spec->variant) continue;
    if (s->size[0] > r->passed_size) r->passed_size = s->size[0];
  }
  int schedules = 1;
  bool all_passed = true;
  for (int s = 0; s < schedules && verdict_is_right(r->verdict) && !missed_enough(x->g, r); s++) {
    bool passed = run_once(x, s);
    if (s == 0 && r->backend == BACKEND_EMU)
      schedules = case_schedules(x->c, x->report.total.v[EMU_warp_blocks], x->g->schedules);
    if (passed) continue;
    all_passed = false;
    snprintf(r->failed_case, sizeof r->failed_case, "%s", spec->label);
    r->failed_number = r->cases_run;
    r->failed_size = spec->size[0];
    r->schedule = s, r->schedule_seed = schedule_seed(x->g, s);
  }
  r->cases_passed += all_passed;
  if (x->g->progress) x->g->progress(x->g, r, NULL);
  if (x->g->verbose)
    fprintf(stderr, "%s %s %s: %s; %.2f s (making %.2f, copying %.2f, worker %.2f, judging %.2f)\n",
            backend_name(r->backend), r->task->name, spec->label, verdict_name(r->verdict), now() - begin,
            x->spent.making, x->spent.copying, x->spent.worker, x->spent.judging);
  case_free(x->c);
  return verdict_is_right(r->verdict) && !missed_enough(x->g, r);
}

void *grade_run(const struct grading *g, const char *path, struct pmpp_case *c, struct task_result *r) {
  struct trial x = {.g = g, .r = r, .c = c, .request = {.op = PMPP_OP_RUN}};
  void *output = NULL;
  r->verdict = VERDICT_PASS;
  r->difference.arg = -1;
  snprintf(x.request.task, sizeof x.request.task, "%s", r->task->name);
  if (worker_open(g, path, &x.worker, r, NULL)) {
    bool done = trial_ask(&x, g->seed) && x.reply.status == PMPP_DONE;
    judge_answer(&x);
    for (int i = 0; i < c->n_bufs && done && !output; i++)
      if (buf_has_output(&c->buf[i]))
        output = memcpy(must_alloc(buf_bytes(&c->buf[i])), worker_output(&x.worker, &x.request, i),
                        buf_bytes(&c->buf[i]));
  }
  worker_stop(&x.worker);
  worker_free(&x.worker);
  trial_free(&x);
  process_sweep();
  return output;
}

bool grade_answer(const struct grading *g, struct pmpp_case *c, const struct pmpp_request *request,
                  struct pmpp_wire *file, struct task_result *r) {
  struct trial x = {.g = g,
                    .r = r,
                    .c = c,
                    .golden = true,
                    .request = *request,
                    .worker = {.wire = file},
                    .answer = WORKER_ANSWERED,
                    .reply = file->reply,
                    .report = file->report};
  if (!wire_check(request, &x.reply, &x.report)) return false;
  r->verdict = VERDICT_PASS;
  r->difference.arg = -1;
  r->cases_run = r->cases_total = 1;
  trial_record(&x);
  r->cases_passed = judge_answer(&x);
  if (verdict_is_right(r->verdict)) suspect_host_work(&x);
  judge_task(&x);
  trial_free(&x);
  return true;
}

// A case that this machine has no room for is not run.
static bool leave_out(const struct trial *x, int i) {
  struct task_result *r = x->r;
  struct text why = {0};
  bool out = !case_fits(&r->task->cases[i], x->worker.device_bytes, x->worker.devices, &why);
  if (out) text_add(&r->left_out, "%s%s", r->left_out.length ? "; " : "", text_get(&why));
  r->cases_total -= out;
  text_free(&why);
  return out;
}

static bool wanted(const struct grading *g, const struct task_result *r, int i) {
  if (r->only) return i == r->only - 1;
  return case_is_wanted(&r->task->cases[i], r->backend, g->large);
}

// Ends the worker. What the submission has printed joins that of the task's workers before.
static void close_worker(struct trial *x) {
  struct process *p = &x->worker.process;
  worker_stop(&x->worker);
  text_add_bytes(&x->printed, text_get(&p->kept), p->kept.length);
  x->dropped += p->dropped;
  worker_free(&x->worker);
}

// A submission may keep what it has asked of its devices. So a worker runs only cases of the same ones: where a case has
// another number of devices, of their multiprocessors, or of ranks, a fresh worker runs it.
static bool open_for(struct trial *x, const char *path, const struct pmpp_case_spec *spec) {
  bool emu = x->r->backend == BACKEND_EMU; // on a GPU the devices are what they are
  if (spec->ranks == x->ranks && (!emu || (spec->processors == x->processors && spec->devices == x->devices)))
    return true;
  x->ranks = spec->ranks;
  x->processors = spec->processors;
  x->devices = spec->devices;
  close_worker(x);
  return worker_open(x->g, path, &x->worker, x->r, NULL);
}

bool grade_possible(const struct grading *g, struct task_result *r) {
  const struct pmpp_case_spec *first = &r->task->cases[0];
  if (g->no_ranks && first->ranks)
    text_add(&r->message, "its function is called by ranks of MPI: %s", g->no_ranks);
  else if (g->no_nccl && first->apart && r->backend == BACKEND_GPU)
    text_add(&r->message, "its function calls NCCL: %s", g->no_nccl);
  else
    return true;
  r->verdict = VERDICT_NOT_ASSESSED;
  return false;
}

// Whether the function had launched a kernel of its own when it answered: it is begun, whatever it answers.
static bool launched(const struct trial *x) {
  return x->r->backend == BACKEND_EMU && x->report.total.v[EMU_launches] > x->reply.launches_before;
}

// ---- elsewhere: what passes is run again on the oldest device that the labs are for, which grants less ----

#define OLDEST "EMU_DEVICE=t4"

// Runs the case there, without its gates; true where it passed.
static bool passes_elsewhere(struct trial *x, uint64_t seed) {
  trial_ask(x, x->g->seed); // no answer is judged, too
  x->elsewhere = true;
  bool passed = judge_answer(x);
  x->elsewhere = false;
  if (passed) return true;
  struct task_result *r = x->r;
  snprintf(r->failed_case, sizeof r->failed_case, "%s", x->c->spec->label);
  r->failed_number = r->cases_run;
  r->failed_size = x->c->spec->size[0];
  text_add(&r->message, "%s%s", r->message.length ? "; " : "",
           seed == x->g->seed ? "this is on a T4, of compute capability 7.5 (" OLDEST
                                "), after all cases passed on the default device: a "
                                "kernel may count on no more than the device grants"
                              : "the function was called a second time with the same buffers and other "
                                "contents in them, on a T4 (" OLDEST
                                "): what is kept of an earlier call is not a result of this one");
  return false;
}

// A case made with the seed, and the request for it.
static void prepare_elsewhere(struct trial *x, int i, uint64_t seed) {
  const struct pmpp_task *task = x->r->task;
  x->c = case_make(task, i, seed);
  task->golden(x->c);
  x->request = (struct pmpp_request){.op = PMPP_OP_RUN, .check_leaks = leaks_of(task)};
  snprintf(x->request.task, sizeof x->request.task, "%s", task->name);
}

// Some inputs and results to look at, and few of them.
static bool is_small(const struct pmpp_case *c) {
  enum { SOME = 16, FEW = 1 << 14 };
  int64_t all = 0, inputs = 0, results = 0;
  for (int i = 0; i < c->n_bufs; i++) {
    all += c->buf[i].arg.count;
    if (buf_has_input(&c->buf[i])) inputs += c->buf[i].arg.count;
    if (buf_has_output(&c->buf[i])) results += c->buf[i].arg.count;
  }
  return inputs > SOME && results > 0 && all < FEW;
}

// The first small case is run twice: with its own contents, and then with others in the same buffers.
static bool twice_elsewhere(struct trial *x) {
  for (int i = 0; i < x->r->task->n_cases; i++) {
    if (!wanted(x->g, x->r, i) || x->r->task->cases[i].devices) continue;
    prepare_elsewhere(x, i, x->g->seed);
    bool small = is_small(x->c), passed = true;
    x->request.keep = 1;
    if (small) passed = passes_elsewhere(x, x->g->seed);
    case_free(x->c);
    if (!small) continue;
    if (!passed) return false;
    prepare_elsewhere(x, i, x->g->seed + 1);
    x->request.again = 1;
    passed = passes_elsewhere(x, x->g->seed + 1);
    case_free(x->c);
    return passed;
  }
  return true;
}

static bool gated_elsewhere(struct trial *x) {
  for (int i = x->r->task->n_cases - 1; i >= 0; i--) {
    const struct pmpp_case_spec *spec = &x->r->task->cases[i];
    if (!wanted(x->g, x->r, i) || !(spec->where & PMPP_GATED) || spec->where & PMPP_UNLISTED || spec->devices)
      continue;
    prepare_elsewhere(x, i, x->g->seed);
    bool passed = passes_elsewhere(x, x->g->seed);
    case_free(x->c);
    return passed;
  }
  return true;
}

// Who has chosen a device is judged on that; who repeats one case sees that case alone.
static void grade_elsewhere(struct trial *x, const char *path) {
  const char *chosen = getenv("EMU_DEVICE");
  if (x->r->only) return;
  if (x->r->backend != BACKEND_EMU || x->r->task->cases[0].ranks || x->g->library || (chosen && *chosen))
    return;
  if (open_worker(x->g, path, &x->worker, x->r, NULL, OLDEST) && twice_elsewhere(x)) gated_elsewhere(x);
  close_worker(x);
}

void grade_task(const struct grading *g, const char *path, struct task_result *r,
                struct lab_result *machine) {
  struct trial x = {.g = g, .r = r, .golden = true};
  r->verdict = VERDICT_PASS;
  r->difference.arg = -1;
  r->cases_total = 0;
  for (int i = 0; i < r->task->n_cases; i++) {
    r->cases_total += wanted(g, r, i);
    r->large_left_out += !r->only && case_runs_on(&r->task->cases[i], r->backend) && !wanted(g, r, i);
  }
  if (r->cases_total == 0) {
    r->verdict = VERDICT_NOT_ASSESSED;
    text_add(&r->message, "it has no case on %s", backend_name(r->backend));
    return;
  }
  if (!grade_possible(g, r)) return;
  bool go_on = worker_open(g, path, &x.worker, r, machine);
  for (int i = 0; i < r->task->n_cases && go_on; i++)
    if (wanted(g, r, i) && !leave_out(&x, i))
      go_on = open_for(&x, path, &r->task->cases[i]) && run_case(&x, i);
  close_worker(&x);
  if (go_on && r->cases_total && r->verdict == VERDICT_PASS) grade_elsewhere(&x, path);
  if (go_on && r->cases_total == 0) {
    r->verdict = VERDICT_NOT_ASSESSED;
    text_add(&r->message, "%s", text_get(&r->left_out));
  }
  struct text clean = {0};
  text_add_clean(&clean, text_get(&x.printed), x.printed.length);
  text_add_tail(&r->output, text_get(&clean), 10, 200);
  text_free(&clean);
  if (x.dropped) text_add(&r->output, "(it printed %" PRIu64 " bytes more)\n", x.dropped);
  if (r->verdict == VERDICT_TODO && r->cases_run > 1) {
    text_add(&r->message, "%scase %s answered todo after %d passed", r->message.length ? "; " : "",
             r->failed_case, r->cases_run - 1);
  } else if (r->verdict == VERDICT_TODO && launched(&x)) {
    text_add(&r->message, "%sit launched a kernel, and answered todo all the same",
             r->message.length ? "; " : "");
    r->failed_case[0] = 0;
  } else if (r->verdict == VERDICT_TODO || r->verdict == VERDICT_REJECTED) { // no case has begun
    r->cases_run = 0;
    r->failed_case[0] = 0;
  }
  x.left_a_process = process_sweep() < 0;
  if (go_on && r->verdict == VERDICT_PASS && !x.left_a_process && g->pace && r->backend == BACKEND_GPU)
    g->pace(g, path, r);
  judge_task(&x);
  trial_free(&x);
}
