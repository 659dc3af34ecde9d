// Finds ranks that wait for each other, and says which for which.
#include "worker/deadlock.h"
#include "emu/emu.h"
#include <cuda_runtime_api.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ENOUGH = 250 }; // looks in vain: no message takes so many

static enum job_state state_of(const struct job *job, int r) {
  return (enum job_state)atomic_load(&job->rank[r].state);
}

static bool goes_on(const struct deadlock *d, const struct job *job, int r) {
  enum job_state state = state_of(job, r);
  if (state == JOB_DONE) return false;
  if (state != JOB_WAITS && state != JOB_RETURNED) return true;
  return atomic_load(&job->rank[r].looks) - d->looks[r] < ENOUGH;
}

static bool computes(const struct job *job) {
  for (int r = 0; r < job->ranks; r++)
    if (state_of(job, r) == JOB_RUNS || state_of(job, r) == JOB_STARTS) return true;
  return false;
}

bool deadlock_found(struct deadlock *d, const struct job *job) {
  unsigned long long ended = 0;
  for (int r = 0; r < job->ranks; r++) ended += atomic_load(&job->rank[r].ended);
  if (!d->begun || ended != d->ended || computes(job)) {
    d->begun = true;
    d->ended = ended;
    for (int r = 0; r < job->ranks; r++) d->looks[r] = atomic_load(&job->rank[r].looks);
    return false;
  }
  bool waits = false;
  for (int r = 0; r < job->ranks; r++) {
    if (goes_on(d, job, r)) return false;
    waits |= state_of(job, r) == JOB_WAITS;
  }
  return waits;
}

// ---- words ----

struct words {
  char *text;
  size_t n, size;
};

static __attribute__((format(printf, 2, 3))) void add(struct words *w, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = w->n < w->size ? vsnprintf(w->text + w->n, w->size - w->n, format, arguments) : 0;
  va_end(arguments);
  w->n += n > 0 ? (size_t)n : 0;
}

static void add_place(struct words *w, const struct job_call *call) {
  struct emu_place at;
  emu_place_of((const void *)(uintptr_t)call->caller, &at);
  const char *slash = strrchr(at.file, '/');
  if (at.line) add(w, " (%.30s:%d)", slash ? slash + 1 : at.file, (int)at.line);
}

static void add_awaited(struct words *w, const struct job_call *call) {
  if (call->n == 0) add(w, " for all ranks");
  for (int i = 0; i < call->n; i++) {
    int other = call->awaited[i].other;
    add(w, "%s", i ? " and" : " for");
    add(w, other < 0 ? " any rank" : " rank %d", other);
    add(w, call->awaited[i].way == 's' ? " to receive" : " to send");
    if (call->awaited[i].tag >= 0) add(w, " tag %d", call->awaited[i].tag);
  }
}

static void add_returned(struct words *w, int result) {
  add(w, "has returned");
  if (result > 0) add(w, " the error %s", cudaGetErrorName((cudaError_t)result));
}

static void add_state(struct words *w, const struct job *job, int r) {
  const struct job_call *call = &job->rank[r].call;
  enum job_state state = state_of(job, r);
  add(w, "rank %d ", r);
  if (state == JOB_STARTS)
    add(w, "has not begun");
  else if (state == JOB_RETURNED || state == JOB_DONE)
    add_returned(w, job->rank[r].result);
  else if (state == JOB_WAITS)
    add(w, "waits in %.19s", call->name);
  else if (call->name[0])
    add(w, "computes, after its %.19s", call->name);
  else
    add(w, "computes, and has called nothing of MPI");
  if (state != JOB_WAITS && state != JOB_RUNS) return;
  add_place(w, call);
  if (state == JOB_WAITS) add_awaited(w, call);
}

void deadlock_states(const struct job *job, char *words, size_t size) {
  struct words w = {words, 0, size};
  for (int r = 0; r < job->ranks; r++) {
    if (r) add(&w, "; ");
    add_state(&w, job, r);
  }
}

// ---- which for which ----

static bool in_collective(const struct job *job, int r) {
  return state_of(job, r) == JOB_WAITS && job->rank[r].call.n == 0;
}

// The rank for which rank r waits: of all ranks, the first that is not in the same call. -1: none, or nobody knows.
static int awaited_by(const struct job *job, int r) {
  const struct job_call *call = &job->rank[r].call;
  if (state_of(job, r) != JOB_WAITS) return -1;
  if (call->n) return call->awaited[0].other < job->ranks ? call->awaited[0].other : -1;
  for (int other = 0; other < job->ranks; other++)
    if (!in_collective(job, other) || strcmp(job->rank[other].call.name, call->name)) return other;
  return -1;
}

// The circle of ranks, or the way to one that has returned. Returns how many, at most JOB_MOST_RANKS.
static int circle(const struct job *job, int *path) {
  int n = 0, r = 0;
  while (r < job->ranks && state_of(job, r) != JOB_WAITS) r++;
  for (; r >= 0 && r < job->ranks; r = awaited_by(job, r)) {
    for (int k = 0; k < n; k++)
      if (path[k] == r) {
        memmove(path, path + k, (size_t)(n - k) * sizeof *path);
        return n - k;
      }
    path[n++] = r;
  }
  if (n > 2) memmove(path, path + n - 2, 2 * sizeof *path), n = 2;
  return n;
}

// Rank a sends to rank b, which asks it for another tag.
static bool tags_differ(const struct job *job, int a, int b, char *advice, size_t size) {
  const struct job_call *x = &job->rank[a].call, *y = &job->rank[b].call;
  for (int i = 0; i < x->n; i++)
    for (int k = 0; k < y->n; k++) {
      if (x->awaited[i].way != 's' || x->awaited[i].other != b || y->awaited[k].way != 'r') continue;
      if (y->awaited[k].other != a || x->awaited[i].tag == y->awaited[k].tag) continue;
      snprintf(advice, size, "the tags differ: rank %d sends tag %d, and rank %d asks for tag %d", a,
               x->awaited[i].tag, b, y->awaited[k].tag);
      return true;
    }
  return false;
}

static void advise(const struct job *job, const int *path, int n, char *advice, size_t size) {
  int a = path[0], b = path[n - 1];
  enum job_state last = state_of(job, b);
  bool sends = job->rank[a].call.n && job->rank[a].call.awaited[0].way == 's';
  if (n > 1 && (tags_differ(job, a, b, advice, size) || tags_differ(job, b, a, advice, size))) return;
  if (last == JOB_RETURNED || last == JOB_DONE)
    snprintf(advice, size,
             "rank %d has left: each message needs a rank that takes it, and each collective call all ranks",
             b);
  else if (in_collective(job, a) || in_collective(job, b))
    snprintf(advice, size,
             "all ranks have to make the same collective calls in the same order, and what lies between has "
             "to end");
  else if (strncmp(job->rank[a].call.name, "nccl", 4) == 0)
    snprintf(advice, size,
             "a send of NCCL's waits for its receive, and the stream with it: put the sends and receives of "
             "a step "
             "between ncclGroupStart and ncclGroupEnd");
  else if (sends)
    snprintf(advice, size,
             "a send may wait until its message is received: let one of the two receive first, or use "
             "MPI_Sendrecv");
  else
    snprintf(advice, size, "nobody sends: look at the order of the calls, and at ranks and tags");
}

void deadlock_tell(const struct job *job, struct pmpp_reply *reply, struct emu_report *report) {
  int path[JOB_MOST_RANKS + 1] = {0}, n = circle(job, path);
  struct emu_hazard *h = &report->hazard[report->n_hazards < EMU_MAX_HAZARDS ? report->n_hazards++ : 0];
  memset(h, 0, sizeof *h);
  h->kind = EMU_HAZARD_DEADLOCK;
  h->count = 1;
  struct words w = {h->what, 0, sizeof h->what};
  for (int k = 0; k < n; k++) {
    if (k) add(&w, "; ");
    add_state(&w, job, path[k]);
  }
  emu_place_of((const void *)(uintptr_t)job->rank[path[0]].call.caller, &h->at);
  advise(job, path, n, h->advice, sizeof h->advice);
  reply->status = PMPP_STATUS_CUDA_ERROR;
  snprintf(reply->error, sizeof reply->error, "the ranks wait for each other: see the hazard");
}
