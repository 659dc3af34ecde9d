// Asks the worker about a case, and keeps what is shown of its answer.
#include "grader/judge/trial.h"
#include "grader/judge/case.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t schedule_seed(const struct grading *g, int schedule) {
  return g->seed + schedule; // the first schedule's seed is the one on the command line
}

uint64_t seed_told(const struct grading *g, uint64_t seed) {
  uint64_t state = seed;
  return g->contained ? pmpp_random(&state) & 0xFFFF : seed;
}

bool trial_ask(struct trial *x, uint64_t seed) {
  double begin = now();
  text_free(&x->no_answer);
  worker_place(&x->worker, x->c, &x->request);
  double placed = now();
  x->spent.copying += placed - begin;
  x->request.seed = seed_told(x->g, seed);
  bool reports =
      x->r->backend == BACKEND_EMU || x->request.ranks; // what ranks wait for is seen on a GPU, too
  double seconds =
      x->g->timeout * (x->r->backend == BACKEND_GPU && x->request.ranks ? 3 : 1); // each starts CUDA
  x->answer =
      worker_ask(&x->worker, &x->request, seconds, &x->reply, reports ? &x->report : NULL, &x->no_answer);
  x->spent.worker += now() - placed;
  return x->answer == WORKER_ANSWERED;
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

// Whether the place is in the lab's calls.c, which uses the results when the function has returned.
static bool behind_the_call(const struct emu_place *p) {
  return strstr(p->file, "/grader/calls") != NULL;
}

static void advise(const struct task_result *r, struct emu_hazard *h) {
  const char *advice = NULL;
  if (h->kind == EMU_HAZARD_RACE_GLOBAL) advice = r->task->race_advice;
  if (h->kind == EMU_HAZARD_RACE_STREAM && (behind_the_call(&h->at) || behind_the_call(&h->other)))
    advice = "the function returns before this work is done: wait for it there (cudaStreamSynchronize, "
             "cudaDeviceSynchronize); a cudaMemcpy from device to device does not wait either";
  if (advice) snprintf(h->advice, sizeof h->advice, "%s", advice);
}

void trial_hazards(const struct trial *x) {
  struct task_result *r = x->r;
  r->n_hazards = x->report.n_hazards;
  r->hazards_dropped = x->report.hazards_dropped;
  memcpy(r->hazard, x->report.hazard, sizeof r->hazard);
  for (int i = 0; i < r->n_hazards; i++) {
    shorten(x->g, &r->hazard[i].at);
    shorten(x->g, &r->hazard[i].other);
    advise(r, &r->hazard[i]);
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
    shorten(g, &note.other);
    while (k < r->n_notes && !same_note(&r->note[k], &note)) k++;
    if (k < r->n_notes)
      r->note[k].count += note.count;
    else if (k < EMU_MAX_NOTES)
      r->note[r->n_notes++] = note;
    else
      r->notes_dropped++;
  }
}

void trial_record(struct trial *x) {
  struct task_result *r = x->r;
  if (r->backend != BACKEND_EMU || x->reply.status == PMPP_STATUS_TODO) return;
  if (case_is_listed(x->c->spec) &&
      r->verdict == VERDICT_PASS) { // the counts shown are those that were judged
    r->has_counters = true;
    r->counters = x->report.total;
    r->gated_floor_bytes = x->c->floor_bytes;
    r->gated_floor_ops = x->c->floor_ops;
    snprintf(r->gated_case, sizeof r->gated_case, "%s", x->c->spec->label);
  }
  take_notes(x->g, &x->report, r);
  r->error = x->report.error;
  shorten(x->g, &r->error.at);
  if (starts_with(r->error.at.file, "common/")) r->error.code = 0; // of a kernel: we were the first to ask
}

void trial_free(struct trial *x) {
  text_free(&x->no_answer);
  text_free(&x->suspicion);
  text_free(&x->printed);
}
