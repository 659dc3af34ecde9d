// Streams: queued work, and when it runs.
//
// A stream is a queue. Each work has a vector clock, made when it is asked for: what of each stream must be done before it.
// Waits for events and the rules of the default stream go into that clock, so nothing else is needed to run works in a right
// order. The seed decides which: at once, as late as possible, or in between.
#define _GNU_SOURCE
#include "runtime/capture.h"
#include "runtime/children.h"
#include "runtime/stream.h"
#include "memory/devices.h"
#include "memory/launch.h"
#include "memory/result.h"
#include "memory/running.h"
#include <stdlib.h>
#include <string.h>

struct work {
  struct work *next;
  const struct work_kind *kind;
  struct stream_work told;
  struct clock *clock;
  void *data;
};

enum { MOST_WAITING = 256 }; // works; a device's queues are no longer either

static uint64_t n_waiting, n_random;

// ---- what the seed decides ----

enum order { RUN_AT_ONCE = 1, RUN_LATE = 2, RUN_SOME = 3, RUN_OTHERS_FIRST = 0 };

static enum order order_of_seed(void) {
  return FAST ? RUN_AT_ONCE : (enum order)(L.seed & 3); // where nobody sees host code poll a flag
}

bool queue_defers(void) {
  return order_of_seed() != RUN_AT_ONCE;
}

static uint64_t random_below(uint64_t n) {
  return seed_mix(L.seed ^ seed_mix(++n_random)) % n;
}

// ---- running ----

static void run_work(struct CUstream_st *s, const struct work_kind *kind, struct stream_work *told,
                     void *data) {
  stream_acting = told;
  kind->run(told, data);
  stream_acting = NULL;
  s->done = told->n;
}

static void run_first(struct CUstream_st *s) {
  struct work *w = s->first;
  s->first = w->next;
  if (!s->first) s->last = NULL;
  n_waiting--;
  w->told.clock = w->clock;
  run_work(s, w->kind, &w->told, w->data);
  if (w->kind->drop) w->kind->drop(w->data);
  free(w->data);
  free(w->clock);
  free(w);
}

// The stream of which a work can run now, so that in the end the first `n` works of this one are done.
static struct CUstream_st *next_for(struct CUstream_st *s) {
  for (uint32_t i = 1; i < clock_slots;) {
    struct CUstream_st *before = stream_at[i];
    if (before != s && before->done < s->first->clock->at[i]) {
      s = before;
      i = 1;
    } else {
      i++;
    }
  }
  return s;
}

static void run_until(const struct clock *wanted) {
  for (uint32_t i = 1; i < clock_slots; i++)
    while (n_waiting && stream_at[i]->done < wanted->at[i]) run_first(next_for(stream_at[i]));
}

static struct CUstream_st *some_stream(uint32_t except) {
  uint32_t first = (uint32_t)random_below(clock_slots);
  for (uint32_t k = 0; k < clock_slots; k++) {
    uint32_t i = (first + k) % clock_slots;
    if (i && i != except && stream_at[i]->first) return stream_at[i];
  }
  return NULL;
}

static void run_others(uint32_t except) {
  for (struct CUstream_st *s; n_waiting && (s = some_stream(except));) run_first(next_for(s));
}

static void host_has_waited(void) {
  for (uint32_t i = 1; i < clock_slots; i++)
    if (host_clock.at[i] < stream_at[i]->asked) return;
  stream_forget();
}

void stream_wait_for(const struct clock *wanted, uint32_t slot) {
  if (stream_acting) return; // a function that runs in a stream may not wait
  if (n_waiting && order_of_seed() == RUN_OTHERS_FIRST) run_others(slot);
  run_until(wanted);
  clock_join(&host_clock, wanted);
  host_has_waited();
}

// A query whether all that is done. One work more runs, so that a loop of queries sees it done.
bool stream_all_done(const struct clock *wanted) {
  if (stream_acting) return false;
  for (uint32_t i = 1; i < clock_slots; i++)
    if (stream_at[i]->done < wanted->at[i]) {
      run_first(next_for(stream_at[i]));
      return false;
    }
  clock_join(&host_clock, wanted);
  host_has_waited();
  return true;
}

static void host_polls(void) { // host code reads a flag again and again
  static uint32_t polls;
  if (n_waiting && !stream_acting && ++polls % 16 == 0) run_first(next_for(some_stream(0)));
}

static void keep(struct CUstream_st *s, const struct work_kind *kind, const struct stream_work *told,
                 const void *data, size_t bytes) {
  struct work *w = malloc(sizeof *w);
  if (!w || !(w->clock = calloc(1, sizeof *w->clock)) || !(w->data = malloc(bytes))) abort();
  w->next = NULL;
  w->kind = kind;
  w->told = *told;
  memcpy(w->data, data, bytes);
  clock_copy(w->clock, &s->clock);
  if (kind->keep) kind->keep(w->data, FOR_ONE_RUN);
  *(s->last ? &s->last->next : &s->first) = w;
  s->last = w;
  n_waiting++;
}

void stream_add(struct CUstream_st *s, const struct work_kind *kind, struct stream_work told, void *data,
                size_t bytes, enum queue_when when) {
  scheduler.host_polls = host_polls, scheduler.finish_work = queue_wait_all;
  host_clock.at[HOST_SLOT]++;
  stream_unwaited = true;
  struct clock before; // the work itself is not yet
  if (n_waiting) clock_copy(&before, &s->clock);
  before.at[s->slot] = s->asked;
  s->clock.at[s->slot] = ++s->asked;
  told.clock = &s->clock;
  told.slot = s->slot;
  told.n = s->asked;
  told.device = s->device;
  if (when == MAY_WAIT && queue_defers()) {
    keep(s, kind, &told, data, bytes);
    if (n_waiting > MOST_WAITING) run_first(next_for(s));
    for (uint64_t n = order_of_seed() == RUN_SOME ? random_below(3) : 0; n && n_waiting; n--)
      run_first(next_for(some_stream(0)));
    return;
  }
  if (n_waiting) run_until(&before);
  run_work(s, kind, &told, data);
}

cudaError_t stream_begin_work(struct CUstream_st *s) {
  if (stream_acting) return cudaErrorNotPermitted; // from a function that runs in a stream
  cudaError_t error = capture_forbids(s);
  if (error) return error;
  clock_join(&s->clock, &host_clock);
  stream_join_default(s);
  return cudaSuccess;
}

static bool keeps_up;
void queue_keep_up(void) {
  keeps_up = true;
}

cudaError_t queue_add(cudaStream_t stream, const struct work_kind *kind, uint32_t pc, void *data,
                      size_t bytes, enum queue_when when) {
  if (M.self) return child_add(stream, kind, data, bytes);
  struct CUstream_st *s = stream_find(stream);
  if (!s) return cudaErrorInvalidResourceHandle;
  if (stream && stream != cudaStreamLegacy) emu_the_report.total.v[EMU_works_in_streams]++;
  if (capture_takes(s)) return capture_add(s, kind, pc, data, bytes);
  cudaError_t error = stream_begin_work(s);
  if (error) return error;
  stream_add(s, kind, (struct stream_work){.stream = s->number, .pc = pc, .what = kind->what}, data, bytes,
             when);
  overlap_count(s, kind, data);
  if (keeps_up) queue_wait_all();
  return cudaSuccess;
}

// ---- waiting ----

cudaError_t queue_wait(cudaStream_t stream) {
  struct CUstream_st *s = stream_find(stream);
  if (!s) return cudaErrorInvalidResourceHandle;
  if (stream_acting) return cudaErrorNotPermitted;
  cudaError_t error = capture_forbids(s);
  if (error) return error;
  stream_join_default(s);
  stream_wait_for(&s->clock, s->slot);
  s->waited = s->asked;
  return cudaSuccess;
}

cudaError_t queue_query(cudaStream_t stream) {
  struct CUstream_st *s = stream_find(stream);
  if (!s) return cudaErrorInvalidResourceHandle;
  cudaError_t error = capture_forbids(s);
  if (error) return error;
  stream_join_default(s);
  return stream_all_done(&s->clock) ? cudaSuccess : cudaErrorNotReady;
}

static void wait_device(int device) { // -1: all
  static struct clock wanted;
  streams_begin();
  clock_copy(&wanted, &host_clock);
  for (uint32_t i = 1; i < clock_slots; i++)
    if (device < 0 || stream_at[i]->device == device) {
      clock_join(&wanted, &stream_at[i]->clock);
      stream_at[i]->waited = stream_at[i]->asked;
    }
  stream_wait_for(&wanted, 0);
}

cudaError_t queue_wait_device(void) {
  cudaError_t error = capture_forbids_device();
  if (!error) wait_device(device_set);
  return error;
}

void queue_wait_all(void) {
  if (clock_slots > 1 && !stream_acting) wait_device(-1);
}
