// From cases to a verdict.
#include "grader/judge/grade.h"
#include "grader/judge/compare.h"
#include "grader/judge/gate.h"
#include "grader/judge/hint.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run { // one task under way
  const struct grading *g;
  struct task_result *r;
  struct worker worker;
  struct pmpp_case *c;
  struct pmpp_request request;
  struct pmpp_reply reply;
  struct emu_report report;
  struct pattern pattern; // of the output that differs
  struct text suspicion;  // why its results cannot be a kernel's
};

bool case_runs_on(const struct pmpp_case_spec *s, enum backend backend) {
  return s->where & (backend == BACKEND_EMU ? PMPP_ON_EMU | PMPP_GATED : PMPP_ON_GPU);
}

static uint64_t schedule_seed(const struct grading *g, int schedule) {
  return g->seed + schedule; // the first schedule's seed is the one on the command line
}

// What a contained worker is told: from the seed of the inputs it could make them itself, and their sums on the host. Too
// few bits of a hash are left to find the seed again.
static uint64_t seed_told(const struct grading *g, uint64_t seed) {
  uint64_t state = seed;
  return g->contained ? pmpp_random(&state) & 0xFFFF : seed;
}

static void set(struct task_result *r, enum verdict v) {
  r->verdict = v;
}

static void add_hazard(struct task_result *r, enum emu_hazard_kind kind, const char *what,
                       const char *advice) {
  if (r->n_hazards == EMU_MAX_HAZARDS) return;
  struct emu_hazard *h = &r->hazard[r->n_hazards++];
  *h = (struct emu_hazard){.kind = kind, .count = 1};
  snprintf(h->what, sizeof h->what, "%s", what);
  snprintf(h->advice, sizeof h->advice, "%s", advice);
  set(r, VERDICT_HAZARD);
}

// Names a place from the project's root, where it lies in there, and without "folder/..".
static void shorten(const struct grading *g, struct emu_place *p) {
  size_t n = strlen(g->source_dir);
  if (strncmp(p->file, g->source_dir, n) == 0 && p->file[n] == '/')
    memmove(p->file, p->file + n + 1, strlen(p->file + n + 1) + 1);
  for (char *up; (up = strstr(p->file, "/../"));) {
    char *folder = up;
    while (folder > p->file && folder[-1] != '/') folder--;
    if (folder == up || strncmp(folder, "../", 3) == 0) return;
    memmove(folder, up + 4, strlen(up + 4) + 1);
  }
}

static void take_hazards(const struct grading *g, const struct emu_report *report, struct task_result *r) {
  set(r, VERDICT_HAZARD);
  r->n_hazards = report->n_hazards;
  r->hazards_dropped = report->hazards_dropped;
  memcpy(r->hazard, report->hazard, sizeof r->hazard);
  for (int i = 0; i < r->n_hazards; i++) {
    shorten(g, &r->hazard[i].at);
    shorten(g, &r->hazard[i].other);
  }
}

static bool same_note(const struct emu_hazard *a, const struct emu_hazard *b) {
  return a->kind == b->kind && a->at.line == b->at.line && strcmp(a->at.file, b->at.file) == 0 &&
         strcmp(a->kernel, b->kernel) == 0;
}

// Adds a case's notes to those of the cases before.
static void take_notes(const struct grading *g, const struct emu_report *report, struct task_result *r) {
  r->notes_dropped += report->notes_dropped;
  for (uint32_t i = 0; i < report->n_notes; i++) {
    struct emu_hazard note = report->note[i];
    int k = 0;
    shorten(g, &note.at);
    while (k < r->n_notes && !same_note(&r->note[k], &note)) k++;
    if (k < r->n_notes)
      r->note[k].count += note.count;
    else if (k < EMU_MAX_NOTES)
      r->note[r->n_notes++] = note;
    else
      r->notes_dropped++;
  }
}

static void judge_guard(const struct pmpp_case *c, const struct pmpp_reply *reply, struct task_result *r) {
  const struct pmpp_buf *b = &c->buf[reply->guard_arg];
  char *what;
  int64_t beyond = reply->guard_byte - buf_bytes(b);
  if (reply->guard_byte < 0)
    what = must_print("a byte %" PRId64 " before the first element of %s was overwritten", -reply->guard_byte,
                      b->arg.name);
  else
    what = must_print("a byte %" PRId64 " behind the last of the %" PRId64 " elements of %s was overwritten",
                      beyond + 1, b->arg.count, b->arg.name);
  add_hazard(r, EMU_HAZARD_OUT_OF_BOUNDS, what,
             "compare every index with the length before writing; the emulator names thread and line");
  free(what);
}

// What a call must leave alone: an input, or the plan that all calls share. Who has changed an input, the task's function
// or the one before it, is not known.
static void judge_changed(const struct grading *g, const struct pmpp_case *c, const struct pmpp_reply *reply,
                          struct task_result *r) {
  const struct pmpp_buf *b = &c->buf[reply->changed - 1];
  int type = (int)b->arg.type;
  int64_t i = reply->changed_element;
  char was[40], is[40];
  set(r, VERDICT_WRONG);
  value_print(is, bits_value(type, reply->changed_bits));
  if (b->arg.role == PMPP_PLAN) {
    text_add(&r->message, "%s changed %s, which all calls share: %s[%" PRId64 "] became %s",
             r->task->function, b->arg.name, b->arg.name, i, is);
    text_add(&r->hint, "what a call finds out for itself alone belongs in scratch");
    return;
  }
  uint64_t old = read_bits(b->data, type, i);
  value_print(was, bits_value(type, old));
  text_add(&r->message, "an input was changed: %s[%" PRId64 "] was %s and became %s", b->arg.name, i, was,
           is);
  if (strcmp(was, is) == 0) // two NaNs
    text_add(&r->message, " (bits 0x%" PRIx64 " and 0x%" PRIx64 ")", old, reply->changed_bits);
  text_add(&r->hint, "%s declares it const: is every store to the output, or to scratch where there is one?",
           g->header);
  if (r->backend == BACKEND_GPU)
    text_add(&r->hint, " An index out of range may hit it, too: the emulator names thread and line");
}

// The contract function that the reply is about: the task's, or the one that is called before it. Names come from the
// worker, whose process is the submission's: they are for messages alone.
static void add_function(const struct pmpp_reply *reply, struct task_result *r) {
  const char *function = reply->function[0] ? reply->function : r->task->function;
  text_add_clean(&r->message, function, strlen(function));
}

void judge_status(const struct grading *g, const struct pmpp_case *c, const struct pmpp_reply *reply,
                  struct task_result *r) {
  switch (reply->status) {
  case PMPP_STATUS_TODO:
    set(r, VERDICT_TODO);
    if (reply->function[0] && strcmp(reply->function, r->task->function)) {
      add_function(reply, r);
      text_add(&r->message, " answered PMPP_TODO");
    }
    break;
  case PMPP_STATUS_MISSING:
    set(r, VERDICT_REJECTED);
    text_add(&r->message, "%s does not define ", g->file);
    add_function(reply, r);
    text_add(&r->message, ", declared in %s", g->header);
    break;
  case PMPP_STATUS_CUDA_ERROR:
    set(r, VERDICT_WRONG);
    add_function(reply, r);
    text_add(&r->message, " ended with CUDA error %d: ", (int)reply->cuda_error);
    text_add_clean(&r->message, reply->error, strlen(reply->error));
    if (hint_for_error(reply->cuda_error)) text_add(&r->hint, "%s", hint_for_error(reply->cuda_error));
    break;
  case PMPP_STATUS_GUARD:
    judge_guard(c, reply, r);
    break;
  case PMPP_STATUS_NO_DEVICE:
    set(r, VERDICT_NOT_ASSESSED);
    text_add_clean(&r->message, reply->error, strlen(reply->error));
    break;
  default:
    set(r, VERDICT_INFRA);
    text_add(&r->message, "the worker says: ");
    text_add_clean(&r->message, reply->error, strlen(reply->error));
  }
}

static void judge_no_answer(enum worker_answer answer, const struct text *why, struct task_result *r) {
  set(r, answer == WORKER_TIMEOUT   ? VERDICT_TIMEOUT
         : answer == WORKER_STARVED ? VERDICT_INFRA
         : answer == WORKER_NO_JAIL ? VERDICT_INFRA
                                    : VERDICT_CRASH);
  text_add(&r->message, "the worker %s", text_get(why));
  if (answer == WORKER_TIMEOUT)
    text_add(&r->hint, "does every loop come to an end? `stride >= 0` never ends with `stride >>= 1`");
}

bool worker_open(const struct grading *g, const char *path, struct worker *w, struct task_result *r,
                 struct lab_result *machine) {
  bool gpu = r->backend == BACKEND_GPU;
  struct text why = {0};
  struct worker_limits limits = {.gpu = gpu,
                                 .contained = g->contained,
                                 .cpu_seconds = 60 + g->timeout * (r->cases_total * (g->schedules + 2) + 1)};
  struct pmpp_request request = {.op = PMPP_OP_INFO};
  struct pmpp_reply reply;
  bool usable = false;
  if (!worker_start(w, path, limits, &why)) {
    set(r, VERDICT_INFRA);
    text_add(&r->message, "%s", text_get(&why));
  } else {
    snprintf(request.task, sizeof request.task, "%s", r->task->name);
    // Starting CUDA takes seconds where other jobs use the machine.
    enum worker_answer answer = worker_ask(w, &request, g->timeout * (gpu ? 3 : 1), &reply, NULL, &why);
    if (answer != WORKER_ANSWERED)
      judge_no_answer(answer, &why, r);
    else if (reply.status != PMPP_DONE)
      judge_status(g, NULL, &reply, r);
    else
      usable = true;
  }
  if (usable && machine && !machine->device[r->backend].length) {
    text_add_clean(&machine->device[r->backend], reply.device, strlen(reply.device));
    text_add_clean(&machine->software[r->backend], reply.software, strlen(reply.software));
    if (isfinite(reply.fp32_ops_per_s)) machine->fp32_ops_per_s = reply.fp32_ops_per_s;
  }
  text_free(&why);
  return usable;
}

static bool ask(struct run *x, uint64_t seed) {
  struct text why = {0};
  worker_place(&x->worker, x->c, &x->request);
  x->request.seed = seed_told(x->g, seed);
  bool emu = x->r->backend == BACKEND_EMU;
  enum worker_answer answer =
      worker_ask(&x->worker, &x->request, x->g->timeout, &x->reply, emu ? &x->report : NULL, &why);
  if (answer != WORKER_ANSWERED) judge_no_answer(answer, &why, x->r);
  text_free(&why);
  return answer == WORKER_ANSWERED;
}

// Compares every output; the first that differs is described in the result.
static bool outputs_right(struct run *x) {
  for (int i = 0; i < x->c->n_bufs; i++) {
    const struct pmpp_buf *b = &x->c->buf[i];
    if (!buf_has_output(b)) continue;
    if (compare(b, worker_output(&x->worker, &x->request, i), &x->r->difference, &x->pattern)) continue;
    x->r->difference.arg = i;
    return false;
  }
  return true;
}

// emu: runs the failing case under two more schedules and tells whether the differing output changes.
static bool depends_on_schedule(struct run *x, int schedule) {
  int arg = x->r->difference.arg;
  size_t bytes = buf_bytes(&x->c->buf[arg]);
  char *first = must_alloc(bytes);
  memcpy(first, worker_output(&x->worker, &x->request, arg), bytes);
  bool differs = false;
  for (int k = 1; k <= 2 && !differs; k++) {
    struct text why = {0};
    worker_place(&x->worker, x->c, &x->request);
    x->request.seed = seed_told(x->g, schedule_seed(x->g, schedule + x->g->schedules + k));
    if (worker_ask(&x->worker, &x->request, x->g->timeout, &x->reply, &x->report, &why) != WORKER_ANSWERED)
      k = 3;
    else if (x->reply.status == PMPP_DONE)
      differs = memcmp(first, worker_output(&x->worker, &x->request, arg), bytes) != 0;
    text_free(&why);
  }
  free(first);
  return differs;
}

// The input of the output's type whose elements all wrong ones are, or NULL.
static const char *copied_input(const struct run *x) {
  const struct pmpp_buf *out = &x->c->buf[x->r->difference.arg];
  const void *output = worker_output(&x->worker, &x->request, x->r->difference.arg);
  for (int k = 0; k < x->c->n_bufs; k++) {
    const struct pmpp_buf *in = &x->c->buf[k];
    bool same = buf_has_input(in) && in->arg.type == out->arg.type && in->arg.count == out->arg.count;
    for (int64_t i = 0; i < out->arg.count && same; i++) {
      uint64_t bits = read_bits(output, out->arg.type, i);
      same = element_right(out, i, bits) || bits == read_bits(in->data, in->arg.type, i);
    }
    if (same) return in->arg.name;
  }
  return NULL;
}

static void judge_outputs(struct run *x, int schedule) {
  if (outputs_right(x)) return;
  struct task_result *r = x->r;
  const char *copied = copied_input(x);
  if (r->verdict == VERDICT_HAZARD) return; // the hazard explains it
  set(r, VERDICT_WRONG);
  bool emu = r->backend == BACKEND_EMU;
  struct symptom s = {.pattern = &x->pattern,
                      .depends_on_schedule = emu && depends_on_schedule(x, schedule),
                      .copied = copied,
                      .c = x->c,
                      .got = &r->difference,
                      .passed_size = r->passed_size,
                      .failed_size = x->c->spec->size[0]};
  hint_for(&s, &r->hint);
}

// One case under one schedule; true where it passed.
static bool run_once(struct run *x, int schedule) {
  struct task_result *r = x->r;
  bool emu = r->backend == BACKEND_EMU;
  if (!ask(x, schedule_seed(x->g, schedule))) return false;
  if (emu && (x->c->spec->where & PMPP_GATED) && x->reply.status != PMPP_STATUS_TODO) {
    r->has_counters = true;
    r->counters = x->report.total;
    r->gated_floor_bytes = x->c->floor_bytes;
    r->gated_floor_ops = x->c->floor_ops;
    snprintf(r->gated_case, sizeof r->gated_case, "%s", x->c->spec->label);
  }
  if (emu && x->reply.status != PMPP_STATUS_TODO) {
    take_notes(x->g, &x->report, r);
    r->error = x->report.error;
    shorten(x->g, &r->error.at);
    if (starts_with(r->error.at.file, "common/")) r->error.code = 0; // of a kernel: we were the first to ask
  }
  bool hazards = emu && x->report.n_hazards && x->reply.status != PMPP_STATUS_TODO;
  if (hazards) {
    take_hazards(x->g, &x->report, r);
  } else if (x->reply.status != PMPP_DONE) {
    judge_status(x->g, x->c, &x->reply, r);
  } else if (x->reply.leaked_bytes > 0 && x->request.check_leaks) {
    char *what = must_print("%" PRId64 " bytes of device memory that the function allocated were not freed",
                            x->reply.leaked_bytes);
    add_hazard(r, EMU_HAZARD_LEAK, what, "free what was allocated on every way out of the function");
    free(what);
  }
  if (x->reply.status == PMPP_DONE && x->reply.changed && r->verdict == VERDICT_PASS)
    judge_changed(x->g, x->c, &x->reply, r);
  else if (x->reply.status == PMPP_DONE)
    judge_outputs(x, schedule);
  if (r->verdict != VERDICT_PASS) return false;
  if (emu && (x->c->spec->where & PMPP_GATED) && !gates_check(r->task, x->c, &x->report.total, r)) {
    set(r, VERDICT_INEFFICIENT);
    text_add(&r->hint, "%s", gates_unmet(r)->gate->hint);
  }
  return r->verdict == VERDICT_PASS;
}

// Host code that adds up needs the data. What a launch of another size or shape may depend on is a number or two, and the
// outputs that lie on the host must get there. A case whose inputs lie on the host proves nothing.
enum { STEERING_BYTES = 16 };

static uint64_t host_bytes_allowed(const struct run *x) {
  uint64_t bytes = STEERING_BYTES * (1 + x->report.total.v[EMU_launches]);
  for (int i = 0; i < x->c->n_bufs; i++) {
    const struct pmpp_buf *b = &x->c->buf[i];
    if (b->arg.place != PMPP_HOST) continue;
    if (buf_has_input(b) && b->arg.count > 1) return UINT64_MAX;
    bytes += buf_bytes(b);
  }
  return bytes;
}

// emu: a right result that no kernel can have made. Said once all cases passed, so that any other fault comes first.
static void suspect(struct run *x) {
  if (x->suspicion.length || x->r->backend != BACKEND_EMU) return;
  uint64_t allowed = host_bytes_allowed(x), copied = x->report.bytes_to_host,
           launches = x->report.total.v[EMU_launches];
  uint64_t moved = x->report.total.v[EMU_global_bytes_touched] + x->report.bytes_by_calls;
  if (copied > allowed)
    text_add(&x->suspicion,
             "%s let the host see %" PRIu64
             " bytes of device memory in case %s. Its outputs on the host and %d bytes for "
             "each of %" PRIu64 " launches and one more, to decide on the next, make %" PRIu64
             ": the rest is work for a kernel",
             x->r->task->function, copied, x->c->spec->label, STEERING_BYTES, launches, allowed);
  else if (moved < x->c->floor_bytes / 2 && (x->c->spec->where & PMPP_GATED))
    text_add(&x->suspicion,
             "%s touched %" PRIu64
             " bytes of device memory in case %s, where the task cannot do with less than %.0f: something "
             "else than its kernels' own loads and stores moved them",
             x->r->task->function, moved, x->c->spec->label, x->c->floor_bytes);
}

static bool run_case(struct run *x, int i) {
  struct task_result *r = x->r;
  const struct pmpp_case_spec *spec = &r->task->cases[i];
  x->c = case_make(r->task, i, x->g->seed);
  r->task->golden(x->c);
  // Counts are those of a device's usual order: what waits for a late store would count its questions.
  x->request = (struct pmpp_request){.op = PMPP_OP_RUN,
                                     .check_leaks = r->task->check_leaks && !x->g->library,
                                     .adverse = !(spec->where & PMPP_GATED)};
  snprintf(x->request.task, sizeof x->request.task, "%s", r->task->name);
  r->cases_run++;
  r->passed_size = -1;
  for (int k = 0; k < i && !r->only; k++) {
    const struct pmpp_case_spec *s = &r->task->cases[k];
    if (!case_runs_on(s, r->backend) || s->variant != spec->variant) continue;
    if (s->size[0] > r->passed_size) r->passed_size = s->size[0];
  }
  int schedules = r->backend == BACKEND_EMU ? x->g->schedules : 1;
  bool passed = true;
  for (int s = 0; s < schedules && passed; s++) {
    passed = run_once(x, s);
    if (passed) suspect(x);
    if (!passed) r->schedule = s, r->schedule_seed = schedule_seed(x->g, s);
  }
  if (!passed) {
    snprintf(r->failed_case, sizeof r->failed_case, "%s", spec->label);
    r->failed_size = spec->size[0];
  }
  if (x->g->verbose)
    fprintf(stderr, "%s %s %s: %s\n", backend_name(r->backend), r->task->name, spec->label,
            verdict_name(r->verdict));
  case_free(x->c);
  return passed;
}

void *grade_run(const struct grading *g, const char *path, struct pmpp_case *c, struct task_result *r) {
  struct run x = {.g = g, .r = r, .c = c, .request = {.op = PMPP_OP_RUN}};
  void *output = NULL;
  r->verdict = VERDICT_PASS;
  r->difference.arg = -1;
  snprintf(x.request.task, sizeof x.request.task, "%s", r->task->name);
  if (worker_open(g, path, &x.worker, r, NULL) && ask(&x, g->seed)) {
    if (x.reply.status != PMPP_DONE)
      judge_status(g, c, &x.reply, r);
    else if (x.reply.changed)
      judge_changed(g, c, &x.reply, r);
    if (r->backend == BACKEND_EMU && x.report.n_hazards) take_hazards(g, &x.report, r);
    for (int i = 0; i < c->n_bufs && x.reply.status == PMPP_DONE && !output; i++)
      if (buf_has_output(&c->buf[i]))
        output = memcpy(must_alloc(buf_bytes(&c->buf[i])), worker_output(&x.worker, &x.request, i),
                        buf_bytes(&c->buf[i]));
  }
  worker_stop(&x.worker);
  worker_free(&x.worker);
  process_sweep();
  return output;
}

static bool wanted(const struct task_result *r, int i) {
  return case_runs_on(&r->task->cases[i], r->backend) && (!r->only || i == r->only - 1);
}

void grade_task(const struct grading *g, const char *path, struct task_result *r,
                struct lab_result *machine) {
  struct run x = {.g = g, .r = r};
  r->verdict = VERDICT_PASS;
  r->difference.arg = -1;
  r->cases_total = 0;
  for (int i = 0; i < r->task->n_cases; i++) r->cases_total += wanted(r, i);
  if (r->cases_total == 0) {
    set(r, VERDICT_NOT_ASSESSED);
    text_add(&r->message, "it has no case on %s", backend_name(r->backend));
    return;
  }
  bool go_on = worker_open(g, path, &x.worker, r, machine);
  for (int i = 0; i < r->task->n_cases && go_on; i++)
    if (wanted(r, i)) go_on = run_case(&x, i);
  worker_stop(&x.worker);
  struct text clean = {0};
  text_add_clean(&clean, text_get(&x.worker.process.kept), x.worker.process.kept.length);
  text_add_tail(&r->output, text_get(&clean), 10, 200);
  text_free(&clean);
  if (x.worker.process.dropped)
    text_add(&r->output, "(it printed %" PRIu64 " bytes more)\n", x.worker.process.dropped);
  if (r->verdict == VERDICT_TODO && r->cases_run > 1) {
    text_add(&r->message, "%scase %s answered todo after %d passed", r->message.length ? "; " : "",
             r->failed_case, r->cases_run - 1);
  } else if (r->verdict == VERDICT_TODO || r->verdict == VERDICT_REJECTED) { // no case has begun
    r->cases_run = 0;
    r->failed_case[0] = 0;
  }
  if (r->verdict == VERDICT_PASS && x.suspicion.length) {
    set(r, VERDICT_REJECTED);
    text_add(&r->message, "%s", text_get(&x.suspicion));
  }
  text_free(&x.suspicion);
  worker_free(&x.worker);
  if (process_sweep() < 0) {
    set(r, VERDICT_INFRA);
    text_add(&r->message, "; a process of the submission cannot be ended");
  }
}
