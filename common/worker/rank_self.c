// This rank: its place in the job, its waits, and its ends.
#define _GNU_SOURCE
#include "emu/emu.h"
#include "worker/backend.h"
#include "worker/rank_self.h"
#include "worker/worker.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct this_rank this_rank = {.of = 1};

struct job *rank_job(void) {
  return this_rank.job;
}

struct job_rank *rank_self(void) {
  return this_rank.job ? &this_rank.job->rank[this_rank.number] : NULL;
}

void rank_pause(unsigned looks) {
  enum { SOON = 20, LATER = 200 };
  if (looks < SOON) {
    syscall(SYS_sched_yield); // the emulator's own looks after the program's threads
    return;
  }
  atomic_fetch_add(&rank_self()->looks, 1);
  usleep(looks < LATER ? 100 : 500);
}

int pmpp_rank(void) {
  return this_rank.number;
}

int pmpp_ranks(void) {
  return this_rank.of;
}

void rank_finish(enum job_state state) {
  atomic_store(&rank_self()->state, state);
  sem_post(&this_rank.job->done);
}

// The worker ends the job. Would this process end by itself, mpirun would speak first.
static _Noreturn void stay(void) {
  for (;;) pause();
}

void rank_stops(void) {
  struct pmpp_reply *reply = &rank_self()->reply;
  backend_report(&this_rank.memory);
  reply->status = PMPP_STATUS_CUDA_ERROR;
  snprintf(reply->error, sizeof reply->error, "the host code was stopped: see the hazard");
  rank_finish(JOB_ENDED);
  stay();
}

void rank_dies(const void *caller, const char *why, ...) {
  struct pmpp_reply *reply = &rank_self()->reply;
  struct emu_place at;
  char words[120];
  va_list arguments;
  va_start(arguments, why);
  vsnprintf(words, sizeof words, why, arguments);
  va_end(arguments);
  emu_place_of(caller, &at);
  const char *slash = strrchr(at.file, '/');
  int n = snprintf(reply->error, sizeof reply->error, "rank %d %.100s", this_rank.number, words);
  if (at.line)
    snprintf(reply->error + n, sizeof reply->error - (size_t)n, " (%.30s:%d)", slash ? slash + 1 : at.file,
             (int)at.line);
  reply->status = PMPP_STATUS_RANK;
  rank_finish(JOB_ENDED);
  stay();
}
