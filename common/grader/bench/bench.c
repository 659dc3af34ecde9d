// The measurement loop: A-B-C-A-B-C, fresh inputs for each sample, every output checked.
#include "grader/bench/bench.h"
#include "grader/bench/patch.h"
#include "grader/bench/stats.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TARGET_ERROR = 0.005;
static const double CACHE_BYTES = 128.0 * (1 << 20); // more than any present device's second-level cache
static const double CEILING_MARGIN = 1.15;
static const double PEAK_MARGIN = 1.05;
enum { COPY_BYTES = 1 << 30 };

struct side { // one candidate while it is timed
  struct timing *t;
  const char *task;
  struct worker w;
  struct text library;         // a baseline's, with its version
  struct pmpp_request request; // n_args and arg as placed in w's memory
  struct samples ms, wall;
  bool alive, no_blocking, threads;
};

struct comparison {
  const struct grading *g;
  const struct candidate *candidates;
  struct task_result *r; // of the measurement that is made
  struct pmpp_case *c;
  int n;
  bool open;
  struct side side[1 + MAX_BASELINES];
};

int bench_case(const struct pmpp_task *task, const char *size, bool full, int first) {
  unsigned wanted = full || size ? PMPP_TIMED | PMPP_FULL : PMPP_TIMED;
  for (int i = first; i < task->n_cases; i++)
    if ((task->cases[i].where & wanted) && (!size || strcmp(task->cases[i].label, size) == 0)) return i;
  return -1;
}

double bench_floor_ms(double floor_bytes, double copy_bytes_per_s) {
  double bytes = floor_bytes - CACHE_BYTES;
  return bytes > 0 && copy_bytes_per_s > 0 ? 1e3 * bytes / (CEILING_MARGIN * copy_bytes_per_s) : 0;
}

double bench_fp32_floor_ms(double ops, double fp32_ops_per_s) {
  return fp32_ops_per_s > 0 ? 1e3 * ops / (PEAK_MARGIN * fp32_ops_per_s) : 0;
}

static void give_up(struct side *s) {
  s->alive = false;
  if (s->w.running) worker_stop(&s->w);
}

// A side fails: the implementation's verdict and words go to the task, a baseline's words to its row.
static void fail(struct comparison *x, struct side *s, const struct task_result *outcome) {
  give_up(s);
  if (s == &x->side[0]) {
    x->r->verdict = outcome->verdict;
    x->r->n_hazards = outcome->n_hazards;
    memcpy(x->r->hazard, outcome->hazard, sizeof outcome->hazard);
    text_add(&x->r->message, "%s", text_get(&outcome->message));
    text_add(&s->t->trouble, "%s", verdict_name(outcome->verdict));
  } else {
    if (x->r->verdict == VERDICT_PASS) x->r->verdict = VERDICT_INFRA;
    s->t->trouble_is_ours = true;
    text_add(&s->t->trouble, "%s%s%s", verdict_name(outcome->verdict), outcome->message.length ? ": " : "",
             text_get(&outcome->message));
    if (outcome->n_hazards) text_add(&s->t->trouble, "%s", outcome->hazard[0].what);
  }
}

static void fail_with(struct comparison *x, struct side *s, enum verdict v, const char *why) {
  struct task_result outcome = {.task = x->r->task, .verdict = v};
  text_add(&outcome.message, "%s", why);
  fail(x, s, &outcome);
  text_free(&outcome.message);
}

static bool ask(struct comparison *x, struct side *s, int op, const struct sample_plan *plan, bool whole,
                struct pmpp_reply *reply) {
  struct pmpp_request request = s->request;
  struct text why = {0};
  request.op = op;
  request.no_blocking =
      s->no_blocking || whole; // a whole call is not timed, and the first may load a library
  if (plan) plan_request(plan, &request);
  if (whole) request.download_all = 1;
  snprintf(request.task, sizeof request.task, "%s", s->task);
  enum worker_answer answer = worker_ask(&s->w, &request, x->g->timeout, reply, NULL, &why);
  if (answer != WORKER_ANSWERED) {
    struct text message = {0};
    text_add(&message, "the worker %s", text_get(&why));
    fail_with(x, s, answer == WORKER_TIMEOUT ? VERDICT_TIMEOUT : VERDICT_CRASH, text_get(&message));
    text_free(&message);
  } else if (s != &x->side[0] &&
             (reply->status == PMPP_STATUS_MISSING ||
              (reply->status == PMPP_STATUS_TODO && !strcmp(s->task, x->r->task->name)))) { // no earlier task
    give_up(s); // a library need not have every operation of a lab, nor each of an operation's cases
    text_add(&s->t->trouble, reply->status == PMPP_STATUS_MISSING ? "no such operation" : "not in this case");
  } else if (reply->status != PMPP_DONE) {
    struct task_result outcome = {.task = x->r->task, .verdict = VERDICT_PASS};
    describe_status(x->g, x->c, reply, &outcome);
    fail(x, s, &outcome);
    text_free(&outcome.message);
  }
  text_free(&why);
  return s->alive;
}

static void fail_wrong(struct comparison *x, struct side *s, const struct difference *d, bool probed) {
  if (s == &x->side[0]) x->r->difference = *d;
  snprintf(x->r->failed_case, sizeof x->r->failed_case, "%s", x->c->spec->label);
  fail_with(x, s, VERDICT_WRONG,
            probed ? "an output of a timed call is wrong (64 of its elements were looked at)"
                   : "an output of a timed call is wrong");
}

// One call; its time is kept where `timed`. `whole`: every element of every output is compared with golden,
// which must be of the state after this plan.
static void sample(struct comparison *x, struct side *s, const struct sample_plan *plan, bool timed,
                   bool whole) {
  struct pmpp_reply reply;
  struct difference d;
  struct pattern p;
  if (!s->alive || !ask(x, s, PMPP_OP_SAMPLE, plan, whole, &reply)) return;
  if (!plan_right(plan, x->c, &s->w, &s->request, &reply, &d)) {
    fail_wrong(x, s, &d, plan->n_probes > 0);
    return;
  }
  for (int i = 0; whole && i < x->c->n_bufs; i++) {
    if (!buf_has_output(&x->c->buf[i])) continue;
    if (compare(&x->c->buf[i], worker_output(&s->w, &s->request, i), &d, &p)) continue;
    d.arg = i;
    fail_wrong(x, s, &d, false);
    return;
  }
  if (reply.blocking_expired)
    s->no_blocking = true; // it waits by itself: holding the stream only wastes time
  if (!timed) return;
  if (reply.threads_after > reply.threads_before) s->threads = true;
  samples_add(&s->ms, reply.ms);
  if (!reply.blocking_expired) samples_add(&s->wall, reply.wall_ms);
}

static void open_side(struct comparison *x, struct side *s, const struct candidate *c) {
  s->w = (struct worker){.socket = -1, .memory = -1, .process.output = -1};
  s->task = c->task ? c->task : x->r->task->name;
  s->alive = true;
  s->no_blocking = x->r->task->synchronous;
  if (!c->worker) {
    fail_with(x, s, VERDICT_INFRA, c->trouble);
    return;
  }
  struct task_result outcome = {.task = x->r->task, .backend = BACKEND_GPU, .verdict = VERDICT_PASS};
  if (!worker_open(x->g, c->worker, &s->w, &outcome, NULL)) {
    fail(x, s, &outcome);
  } else {
    text_add_clean(&s->library, s->w.library, strlen(s->w.library));
    struct pmpp_reply reply;
    worker_place(&s->w, x->c, &s->request);
    ask(x, s, PMPP_OP_LOAD, NULL, false, &reply);
  }
  text_free(&outcome.message);
}

static bool precise(const struct comparison *x) {
  for (int i = 0; i < x->n; i++)
    if (x->side[i].alive && samples_error(&x->side[i].ms) >= TARGET_ERROR) return false;
  return true;
}

static int fewest(const struct comparison *x) {
  int n = -1;
  for (int i = 0; i < x->n; i++)
    if (x->side[i].alive && (n < 0 || x->side[i].ms.n < n)) n = x->side[i].ms.n;
  return n;
}

static void one_round(struct comparison *x, uint64_t *random) {
  struct sample_plan *plan = must_alloc(BENCH_BATCH * sizeof *plan);
  for (int k = 0; k < BENCH_BATCH; k++) plan_make(&plan[k], x->r->task, x->c, random);
  for (int i = 0; i < x->n; i++)
    for (int k = 0; k < BENCH_BATCH; k++) sample(x, &x->side[i], &plan[k], true, false);
  for (int k = 0; k < BENCH_BATCH; k++) plan_free(&plan[k]);
  free(plan);
}

// A first call, to warm up, and a last one: not timed, all outputs compared whole.
static void whole_call(struct comparison *x, uint64_t *random) {
  struct sample_plan plan;
  plan_make(&plan, x->r->task, x->c, random);
  for (int i = 0; i < x->n; i++) sample(x, &x->side[i], &plan, false, true);
  plan_free(&plan);
}

// What this machine moves in a second, at least: the copy, or a baseline (which is ours) where that is
// faster.
static double trusted_rate(const struct comparison *x, double copy_bytes_per_s) {
  double best = copy_bytes_per_s;
  for (int i = 1; i < x->n && best > 0; i++) {
    double ms = x->side[i].t->ms;
    if (ms > 0 && x->c->floor_bytes / (1e-3 * ms) > best) best = x->c->floor_bytes / (1e-3 * ms);
  }
  return best;
}

// A time that cannot be: below the floor, beside the host's clock, with help from threads.
static void judge_time(struct comparison *x, struct side *s, struct ceilings ceilings) {
  struct timing *t = s->t;
  bool own = s == &x->side[0];
  double rate = trusted_rate(x, ceilings.copy_bytes_per_s);
  double floor_ms = own ? bench_floor_ms(x->c->floor_bytes, rate) : 0;
  double fp32_ms =
      own && x->r->task->fp32_ops ? bench_fp32_floor_ms(x->c->floor_ops, ceilings.fp32_ops_per_s) : 0;
  struct text why = {0};
  if (t->ms < floor_ms)
    text_add(
        &why,
        "faster than the memory allows: %.4g ms for %.4g bytes, of which the machine moves %.4g in a second",
        t->ms, x->c->floor_bytes, rate);
  else if (t->ms < fp32_ms)
    text_add(
        &why,
        "faster than fp32 arithmetic allows: %.4g ms for %.4g operations, of which the device makes at most "
        "%.4g in a second",
        t->ms, x->c->floor_ops, ceilings.fp32_ops_per_s);
  else if (s->wall.n && t->wall_ms < 0.98 * t->ms - 0.01)
    text_add(&why, "the events say %.4g ms, the host's clock %.4g ms: less time than that has passed", t->ms,
             t->wall_ms);
  else if (s->threads)
    text_add(&why, "it started threads while it was timed");
  if (why.length && own)
    fail_with(x, s, VERDICT_REJECTED, text_get(&why));
  else if (why.length)
    fail_with(x, s, VERDICT_INFRA, text_get(&why));
  if (why.length)
    t->ms = 0;
  else if (s->wall.n && !s->no_blocking && t->wall_ms > 1.25 * t->ms + 0.2)
    t->busy = true,
    text_add(&t->note, "the host's clock says %.4g ms: something else ran meanwhile", t->wall_ms);
  else if (s->no_blocking && !x->r->task->synchronous)
    text_add(&t->note, "it waits for the device by itself: launch latency is in its time");
  text_free(&why);
}

// The baselines first: the implementation is judged by them.
static void conclude(struct comparison *x, struct ceilings ceilings) {
  for (int i = x->n - 1; i >= 0; i--) {
    struct side *s = &x->side[i];
    s->t->samples = s->ms.n;
    if (!s->alive || !s->ms.n) continue;
    s->t->ms = samples_quantile(&s->ms, 0.5);
    s->t->fastest_ms = samples_quantile(&s->ms, 0.25);
    s->t->slowest_ms = samples_quantile(&s->ms, 0.75);
    s->t->spread = samples_spread(&s->ms);
    s->t->error = samples_error(&s->ms);
    s->t->wall_ms = samples_quantile(&s->wall, 0.5);
    judge_time(x, s, ceilings);
  }
}

uint64_t bench_stream(const struct pmpp_case *c) {
  return c->seed ^ UINT64_C(0x62656e6368);
}

struct comparison *bench_begin(const struct grading *g, const struct candidate *candidates, int n,
                               struct pmpp_case *c) {
  struct comparison *x = must_alloc(sizeof *x);
  *x = (struct comparison){.g = g, .candidates = candidates, .c = c, .n = n};
  return x;
}

void bench_measure(struct comparison *x, uint64_t *random, struct ceilings ceilings, double cap,
                   struct task_result *r) {
  x->r = r;
  r->verdict = VERDICT_PASS;
  r->has_bench = true;
  r->cases_run = r->cases_total = 1;
  r->difference.arg = -1;
  r->bench.n = x->n;
  snprintf(r->bench.label, sizeof r->bench.label, "%s", x->c->spec->label);
  r->bench.floor_bytes = x->c->floor_bytes;
  r->bench.floor_ops = x->c->floor_ops;
  for (int i = 0; i < x->n; i++) {
    struct side *s = &x->side[i];
    s->t = &r->bench.timing[i];
    s->ms.n = s->wall.n = 0;
    snprintf(s->t->name, sizeof s->t->name, "%s", x->candidates[i].name);
    if (!x->open) open_side(x, s, &x->candidates[i]);
    if (i > 0) snprintf(s->t->library, sizeof s->t->library, "%s", text_get(&s->library));
  }
  x->open = true;
  whole_call(x, random);
  double begin = now();
  while (x->side[0].alive && (fewest(x) < BENCH_LEAST_SAMPLES || (!precise(x) && now() - begin < cap))) {
    if (x->g->verbose)
      fprintf(stderr, "gpu %s %s: %d samples, %.3f s\n", r->task->name, r->bench.label, fewest(x),
              now() - begin);
    one_round(x, random);
  }
  if (x->side[0].alive) whole_call(x, random);
  conclude(x, ceilings);
  r->cases_passed = r->verdict == VERDICT_PASS;
}

void bench_end(struct comparison *x, struct task_result *r) {
  for (int i = x->n - 1; i >= 0; i--) {
    struct side *s = &x->side[i];
    if (x->open) give_up(s);
    if (i == 0 && r && s->w.process.kept.length) {
      struct text clean = {0};
      text_add_clean(&clean, text_get(&s->w.process.kept), s->w.process.kept.length);
      text_add_tail(&r->output, text_get(&clean), 10, 200);
      text_free(&clean);
    }
    if (x->open) worker_free(&s->w);
    text_free(&s->library);
    samples_free(&s->ms);
    samples_free(&s->wall);
  }
  free(x);
  process_sweep();
}

void bench_made_case(const struct grading *g, const struct candidate *candidates, int n, struct pmpp_case *c,
                     uint64_t *random, struct ceilings ceilings, double cap, struct task_result *r) {
  struct comparison *x = bench_begin(g, candidates, n, c);
  bench_measure(x, random, ceilings, cap, r);
  bench_end(x, r);
}

void bench_task(const struct grading *g, const struct candidate *candidates, int n, int case_index,
                struct ceilings ceilings, double cap, struct task_result *r) {
  struct pmpp_case *c = case_make(r->task, case_index, g->seed);
  r->task->golden(c);
  uint64_t random = bench_stream(c);
  bench_made_case(g, candidates, n, c, &random, ceilings, cap, r);
  case_free(c);
}

double bench_copy(const struct grading *g, const char *path, const struct pmpp_task *task,
                  struct lab_result *machine, struct text *why) {
  struct task_result outcome = {.task = task, .backend = BACKEND_GPU, .verdict = VERDICT_PASS};
  struct worker w;
  struct samples ms = {0};
  struct pmpp_reply reply = {.status = PMPP_DONE};
  if (!worker_open(g, path, &w, &outcome, machine)) text_add(why, "%s", text_get(&outcome.message));
  for (int i = 0; w.running && reply.status == PMPP_DONE && i <= BENCH_LEAST_SAMPLES; i++) {
    struct pmpp_request request = {.op = PMPP_OP_COPY, .param = {COPY_BYTES}, .seed = g->seed};
    snprintf(request.task, sizeof request.task, "%s", task->name);
    if (worker_ask(&w, &request, g->timeout, &reply, NULL, why) != WORKER_ANSWERED) break;
    if (reply.status != PMPP_DONE)
      text_add_clean(why, reply.error, strlen(reply.error));
    else if (i > 0)
      samples_add(&ms, reply.ms); // the first warms up
  }
  double rate = why->length ? 0 : 2.0 * COPY_BYTES / (1e-3 * samples_quantile(&ms, 0.5));
  worker_free(&w);
  samples_free(&ms);
  text_free(&outcome.message);
  process_sweep();
  return rate;
}
