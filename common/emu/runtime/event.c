// Events: records of a moment in a stream, and what waits for them.
#define _GNU_SOURCE
#include "runtime/capture.h"
#include "runtime/stream.h"
#include "memory/devices.h"
#include <stdlib.h>

struct record {
  struct CUevent_st *event;
  uint32_t n;
};

static void drop(struct CUevent_st *e) {
  free(e->tail.at);
  free(e);
}

static void run_record(struct stream_work *work, void *data) {
  (void)work;
  struct record *r = data;
  if (r->event->n == r->n) clock_gettime(CLOCK_MONOTONIC, &r->event->at);
  if (--r->event->waiting == 0 && r->event->ended) drop(r->event);
}
static const struct work_kind record_kind = {"the record of an event",     run_record, NULL, NULL,
                                             cudaGraphNodeTypeEventRecord, NULL};

struct CUevent_st *queue_event_new(void) {
  struct CUevent_st *e = calloc(1, sizeof *e);
  if (e) e->device = device_set;
  return e;
}

void queue_event_end(cudaEvent_t e) {
  e->ended = true;
  if (!e->waiting) drop(e);
}

void event_record_in(struct CUevent_st *e, struct CUstream_st *s, uint32_t pc) {
  e->capture = 0;
  struct record r = {e, s->asked + 1};
  e->slot = s->slot;
  e->n = r.n;
  e->waiting++;
  struct stream_work told = {.stream = s->number, .pc = pc, .what = record_kind.what};
  stream_add(s, &record_kind, told, &r, sizeof r, MAY_WAIT);
  overlap_count(s, &record_kind, &r);
  clock_copy(&e->clock, &s->clock);
}

cudaError_t queue_event_record(cudaEvent_t e, cudaStream_t stream, uint32_t pc) {
  struct CUstream_st *s = stream_find(stream);
  if (!s || s->device != e->device) return cudaErrorInvalidResourceHandle;
  if (capture_takes(s)) return capture_record(e, s);
  cudaError_t error = stream_begin_work(s);
  if (!error) event_record_in(e, s, pc);
  return error;
}

cudaError_t queue_event_before(cudaStream_t stream, cudaEvent_t e) {
  struct CUstream_st *s = stream_find(stream);
  if (!s) return cudaErrorInvalidResourceHandle;
  if (s->capture || e->capture) return capture_wait(s, e);
  if (e->n) clock_join(&s->clock, &e->clock);
  return cudaSuccess;
}

cudaError_t queue_event_wait(cudaEvent_t e) {
  cudaError_t error = capture_forbids_event(e);
  if (!error && e->n) stream_wait_for(&e->clock, e->slot);
  return error;
}

cudaError_t queue_event_query(cudaEvent_t e) {
  cudaError_t error = capture_forbids_event(e);
  if (error) return error;
  return !e->n || stream_all_done(&e->clock) ? cudaSuccess : cudaErrorNotReady;
}

bool queue_event_waited(cudaEvent_t e) {
  return !e->n || e->capture || host_clock.at[e->slot] >= e->n;
}

cudaError_t queue_event_time(float *ms, cudaEvent_t start, cudaEvent_t end) {
  if (start->capture || end->capture) return cudaErrorCapturedEvent;
  if (!start->n || !end->n) return cudaErrorInvalidResourceHandle;
  if (stream_at[start->slot]->done < start->n || stream_at[end->slot]->done < end->n)
    return cudaErrorNotReady;
  *ms = (float)((double)(end->at.tv_sec - start->at.tv_sec) * 1e3 +
                (double)(end->at.tv_nsec - start->at.tv_nsec) * 1e-6);
  return cudaSuccess;
}
