// Streams: which there are, how they are made, found and ended, and what the default stream's rules order.
#include "runtime/stream.h"
#include "memory/devices.h"
#include "memory/launch.h"
#include "memory/running.h"
#include "runtime/children.h"
#include "runtime/machine.h"
#include "runtime/threads.h"
#include <stdlib.h>

struct CUstream_st *stream_at[MOST_SLOTS]; // by slot: the devices' default streams, then all others
static uint32_t n_made;

// An ended stream is taken again. What it had still to do has no order with the new one: where others are left, one that the
// host has waited for is taken.
static struct CUstream_st *taken_again(int device, bool waited_for) {
  for (uint32_t i = 1 + (uint32_t)device_count(); i < clock_slots; i++) {
    struct CUstream_st *s = stream_at[i];
    if (s->ended && !s->first && s->device == device && (!waited_for || host_clock.at[i] >= s->asked))
      return s;
  }
  return NULL;
}

static struct CUstream_st *made(int device, bool blocking) {
  struct CUstream_st *again = taken_again(device, clock_slots < MOST_SLOTS);
  if (again) {
    again->ended = false;
    again->blocking = blocking;
    return again;
  }
  if (clock_slots == MOST_SLOTS) return NULL;
  struct CUstream_st *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->slot = clock_slots;
  s->device = device;
  s->blocking = blocking;
  return stream_at[clock_slots++] = s;
}

void streams_begin(void) {
  if (clock_slots > 1) return;
  machine_init();
  for (int d = 0; d < device_count(); d++)
    if (!made(d, true)) abort();
}

static struct CUstream_st *default_of(int device) {
  streams_begin();
  return stream_at[1 + device];
}

bool stream_is_default(const struct CUstream_st *s) {
  return s->slot <= (uint32_t)device_count();
}

static bool null_is_per_thread;
void emu_default_stream_per_thread(void) {
  null_is_per_thread = true;
}

struct CUstream_st *stream_find(cudaStream_t stream) {
  if (!stream && null_is_per_thread) stream = cudaStreamPerThread;
  struct CUstream_st *s = default_of(device_set);
  if (!stream || stream == cudaStreamLegacy) return s;
  if (stream == cudaStreamPerThread) {
    if (!host_thread.per_thread[device_set]) host_thread.per_thread[device_set] = queue_new(true, 0);
    return host_thread.per_thread[device_set];
  }
  for (uint32_t i = 1; i < clock_slots; i++)
    if (stream_at[i] == stream && !stream_at[i]->ended) return stream_at[i];
  return NULL;
}

cudaStream_t queue_new(bool blocking, int priority) {
  streams_begin();
  struct CUstream_st *s = made(device_set, blocking);
  if (s) s->number = ++n_made, s->priority = priority;
  stream_device_memory = true;
  return s;
}

struct CUstream_st *stream_branch(int device) {
  struct CUstream_st *s = made(device, false);
  if (s) s->number = 0;
  stream_device_memory = true;
  return s;
}

void queue_end(cudaStream_t stream) {
  stream->ended = true;
}

void queue_end_all(int device) {
  for (uint32_t i = 1; i < clock_slots; i++)
    if (!stream_is_default(stream_at[i]) && stream_at[i]->device == device) stream_at[i]->ended = true;
  host_thread.per_thread[device] = NULL;
}

bool queue_has(cudaStream_t stream) {
  return M.self ? child_has_stream(stream) : stream_find(stream) != NULL;
}

struct stream_hints *queue_hints(cudaStream_t stream) {
  struct CUstream_st *s = stream_find(stream);
  return s ? &s->hints : NULL;
}

bool queue_ask(cudaStream_t stream, struct queue_facts *facts) {
  struct CUstream_st *s = stream_find(stream);
  if (s)
    *facts = (struct queue_facts){.device = s->device,
                                  .priority = s->priority,
                                  .blocking = s->blocking,
                                  .id = (unsigned long long)s->number << 8 | (unsigned)s->device};
  return s != NULL;
}

int queue_device(cudaStream_t stream) {
  struct CUstream_st *s = stream_find(stream);
  return s ? s->device : -1;
}

// What the default stream's rules order before the stream's next work.
void stream_join_default(struct CUstream_st *s) {
  if (!stream_is_default(s)) {
    if (s->blocking) clock_join(&s->clock, &default_of(s->device)->clock);
    return;
  }
  for (uint32_t i = 1 + (uint32_t)device_count(); i < clock_slots; i++)
    if (stream_at[i]->blocking && stream_at[i]->device == s->device)
      clock_join(&s->clock, &stream_at[i]->clock);
}

void queue_behind(cudaStream_t stream, int device) {
  struct CUstream_st *s = stream_find(stream);
  if (s && s->device != device) clock_join(&s->clock, &default_of(device)->clock);
}

unsigned queue_streams_at_work(void) {
  unsigned n = 0;
  for (uint32_t i = 1; i < clock_slots; i++)
    n += stream_at[i]->device == device_set && !stream_at[i]->ended &&
         stream_at[i]->asked != stream_at[i]->waited;
  return n;
}
