// Measurements beside the library and the earlier task, until each of them is decided.
#include "grader/bench/pace.h"
#include "grader/bench/stats.h"
#include "grader/judge/ahead.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PACE_SECONDS = 1; // for one measurement, unless 15 samples take longer
static const double STEADY = 0.1;     // a rival's own medians differ by less from one measurement to the next

enum pace_finding pace_find(const struct timing *own, const struct timing *rival, double least) {
  double speed = rival->ms / own->ms;
  if (speed >= least) return PACE_ENOUGH;
  if (is_tie(speed / least, 0, rival->error)) return PACE_TIE;
  if (rival->slowest_ms / own->fastest_ms >= least) return PACE_SCATTER;
  return rival->busy ? PACE_BUSY : PACE_TOO_SLOW;
}

// What the implementation is compared with, and how far that has come.
struct rival {
  const char *name;
  double least;
  bool library; // else the implementation's own earlier task
  int slow;     // measurements that found the implementation too slow
  double first_ms;
  enum pace_outcome outcome;
  struct text words;
};

static void doubt(struct rival *v, const char *format, const char *why) {
  v->outcome = PACE_DOUBTFUL;
  text_add(&v->words, "not judged beside %s: ", v->name);
  text_add(&v->words, format, why);
}

static void describe(struct rival *v, const struct timing *own, const struct timing *rival,
                     const char *label) {
  const char *again = v->outcome == PACE_SLOW ? ", in each of 3 measurements" : "";
  _Static_assert(PACE_MEASUREMENTS == 3, "the text says so");
  text_add(&v->words, "%.2f of %s's speed at %s (%.4g ms, %s %.4g ms)%s; ", rival->ms / own->ms, v->name,
           label, own->ms, v->name, rival->ms, again);
  if (v->library)
    text_add(&v->words, "at least %.2f is asked", v->least);
  else
    text_add(&v->words, "this task must be faster than that one");
}

// One more measurement of a rival that is not decided yet.
static void take(struct rival *v, const struct timing *own, const struct timing *rival, const char *label) {
  static const char *const why[] = {[PACE_TIE] = "; the difference is within the noise",
                                    [PACE_SCATTER] = "; the times scatter too much",
                                    [PACE_BUSY] = "; something else used the device"};
  if (rival->ms <= 0) {
    doubt(v, "it has no time here (%s)", text_get(&rival->trouble));
    return;
  }
  if (!v->first_ms) v->first_ms = rival->ms;
  enum pace_finding found = pace_find(own, rival, v->least);
  if (found == PACE_ENOUGH) {
    v->outcome = PACE_MET;
    describe(v, own, rival, label);
  } else if (found != PACE_TOO_SLOW) {
    doubt(v, "%s", "");
    describe(v, own, rival, label);
    text_add(&v->words, "%s", why[found]);
  } else if (fabs(rival->ms / v->first_ms - 1) > STEADY) {
    doubt(v, "its own time is another in each measurement%s", "");
  } else if (++v->slow == PACE_MEASUREMENTS) {
    v->outcome = PACE_SLOW;
    describe(v, own, rival, label);
  }
}

// A timed call that went wrong: it is told as any call's fault. False where the trouble is not the implementation's.
static bool at_fault(struct task_result *r, struct task_result *measured) {
  if (measured->bench.timing[0].ms > 0) return false;
  enum verdict v = measured->verdict;
  if (v == VERDICT_INFRA || v == VERDICT_NOT_ASSESSED || v == VERDICT_PASS) return false;
  r->pace.outcome = PACE_FAULT;
  r->pace.fault = v;
  r->difference = measured->difference;
  r->n_hazards = measured->n_hazards;
  memcpy(r->hazard, measured->hazard, sizeof r->hazard);
  text_add(&r->message, "when it was timed at %s: %s", measured->bench.label, text_get(&measured->message));
  return true;
}

static bool decided(const struct rival *v, int n) {
  for (int i = 0; i < n; i++)
    if (v[i].outcome == PACE_NOT_ASKED) return false;
  return true;
}

// The result's outcome: slow beside one is slow; else a doubt beside one is a doubt.
static void conclude_pace(struct task_result *r, const struct rival *v, int n) {
  static const enum pace_outcome order[] = {PACE_SLOW, PACE_DOUBTFUL, PACE_MET};
  for (int k = 0; k < 3 && r->pace.outcome == PACE_NOT_ASKED; k++)
    for (int i = 0; i < n; i++)
      if (v[i].outcome == order[k]) r->pace.outcome = order[k];
  for (int i = 0; i < n; i++)
    if (r->pace.outcome != PACE_SLOW || v[i].outcome == PACE_SLOW)
      text_add(&r->pace.words, "%s%s", r->pace.words.length ? "; " : "", text_get(&v[i].words));
}

// What is measured, and the workers that take part. They go on only while one measurement is enough for each judgement:
// whoever is to be called slow was so in three pairs of fresh processes.
struct subject {
  const struct grading *g;
  const struct candidate *list;
  int n;
  struct pmpp_case *c;
  uint64_t random;
  struct comparison *open; // NULL: the next measurement starts them
  int judgements;          // that these workers have served
};

static void close_workers(struct subject *s) {
  if (s->open) bench_end(s->open, NULL);
  s->open = NULL;
  s->judgements = 0;
}

// Returns whether another measurement has a use.
static bool measure(struct subject *s, struct rival *v, struct task_result *r) {
  struct task_result *m = must_alloc(sizeof *m);
  *m = (struct task_result){.task = r->task, .backend = r->backend};
  if (!s->open) s->open = bench_begin(s->g, s->list, s->n, s->c);
  bench_measure(s->open, &s->random, (struct ceilings){0}, PACE_SECONDS, m);
  const struct timing *own = &m->bench.timing[0];
  r->pace.measurements++;
  bool go_on = !at_fault(r, m);
  if (go_on && own->ms <= 0) { // our own trouble: it says nothing about the implementation
    r->pace.outcome = PACE_DOUBTFUL;
    text_add(&r->pace.words, "not judged: %s", text_get(&m->message));
    go_on = false;
  }
  r->pace.ms = own->ms;
  for (int i = 1; i < s->n && go_on; i++) {
    const struct timing *rival = &m->bench.timing[i];
    if (v[i - 1].outcome == PACE_NOT_ASKED) take(&v[i - 1], own, rival, s->c->spec->label);
    if (v[i - 1].library && rival->ms > 0) r->pace.speed = rival->ms / own->ms;
  }
  task_result_free(m);
  free(m);
  return go_on && !decided(v, s->n - 1);
}

// One judgement beside the rivals that are asked for.
static void judge(struct subject *s, const struct rival *asked, struct task_result *r) {
  enum { WORKERS_SERVE = 10 }; // judgements: their processor time is limited
  struct rival v[2] = {asked[0], asked[1]};
  while (measure(s, v, r)) close_workers(s);
  conclude_pace(r, v, s->n - 1);
  if (r->pace.outcome != PACE_MET || r->pace.measurements > 1 || ++s->judgements == WORKERS_SERVE)
    close_workers(s);
  for (int i = 0; i < 2; i++) text_free(&v[i].words);
}

// Judges as often as --times asks: the worst judgement counts, and its words begin with how many found the time met.
static void judge_times(struct subject *s, const struct rival *asked, struct task_result *r) {
  static const int badness[] = {[PACE_MET] = 1, [PACE_DOUBTFUL] = 2, [PACE_SLOW] = 3, [PACE_FAULT] = 4};
  struct pace worst = {0}, start = r->pace;
  double least = INFINITY, most = 0;
  int times = s->g->times > 1 ? s->g->times : 1, met = 0, k = 0;
  while (k < times && worst.outcome != PACE_FAULT) {
    r->pace = start;
    judge(s, asked, r);
    met += r->pace.outcome == PACE_MET;
    least = fmin(least, r->pace.speed), most = fmax(most, r->pace.speed);
    struct pace other = badness[r->pace.outcome] > badness[worst.outcome] ? worst : r->pace;
    if (badness[r->pace.outcome] > badness[worst.outcome]) worst = r->pace;
    text_free(&other.words);
    k++;
  }
  close_workers(s);
  r->pace = worst;
  if (times == 1 || worst.outcome == PACE_FAULT) return;
  struct text last = r->pace.words;
  r->pace.words = (struct text){0};
  text_add(&r->pace.words, "met in %d of %d judgements", met, k);
  if (most > 0) text_add(&r->pace.words, ", with %.2f to %.2f of %s's speed", least, most, r->pace.library);
  text_add(&r->pace.words, "; %s: %s", met < k ? "the worst" : "the first", text_get(&last));
  text_free(&last);
}

void pace_task(const struct grading *g, const char *path, const struct candidate *library,
               struct task_result *r) {
  const struct pmpp_speed *speed = &r->task->speed;
  struct candidate list[3] = {{.name = "impl", .worker = path}};
  struct rival v[2] = {{0}};
  int n = 1, k = bench_case(r->task, speed->size, true, 0);
  if (!speed->size || k < 0) return;
  if (speed->least > 0 && library) {
    v[n - 1] = (struct rival){.name = library->name, .least = speed->least, .library = true};
    list[n++] = *library;
    snprintf(r->pace.library, sizeof r->pace.library, "%s", library->name);
  }
  if (speed->beats) {
    v[n - 1] = (struct rival){.name = speed->beats, .least = 1};
    list[n++] = (struct candidate){.name = speed->beats, .worker = path, .task = speed->beats};
  }
  if (n == 1) {
    r->pace.outcome = PACE_DOUBTFUL;
    text_add(&r->pace.words, "not judged: the lab's libraries (baseline.cu) are not here");
    return;
  }
  struct subject s = {.g = g, .list = list, .n = n, .c = grading_case(g, r->task, k)};
  if (g->ahead && r->task->synchronous) ahead_rest(g->ahead);
  s.random = bench_stream(s.c);
  judge_times(&s, v, r);
  case_free(s.c);
}
