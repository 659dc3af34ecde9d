// The emulator as seen by what stands between a program and another library, such as MPI (emu.h).
#include "check/address.h"
#include "check/hazard.h"
#include "check/message_buffers.h"
#include "check/stream_order.h"
#include "memory/devices.h"
#include "memory/heap.h"
#include "memory/result.h"
#include "memory/symbolise.h"
#include "runtime/queue.h"
#include <stdlib.h>
#include <string.h>

static uint32_t pc_of(const void *caller) {
  return (uint32_t)(uintptr_t)caller;
}

void emu_place_of(const void *caller, struct emu_place *place) {
  *place = (struct emu_place){.line = 0};
  if (caller)
    symbolise(pc_of(caller), place->file, sizeof place->file, &place->line, NULL, 0);
  else
    symbolise_caller(place->file, sizeof place->file, &place->line);
}

void emu_found(int kind, const void *caller, const char *advice, const char *what) {
  hazard(kind, site_host(pc_of(caller)), NULL, advice, "%s", what);
}

void emu_count(int counter, uint64_t n) {
  emu_the_report.total.v[counter] += n;
}

// ---- memory ----

int emu_device_of(const void *p) {
  uint64_t address = (uint64_t)p;
  return heap_has(address) && !heap_visible(address) ? heap_device_of(address) : -1;
}

int emu_in_device_reach(const void *p) {
  return heap_has((uint64_t)p) || heap_visible((uint64_t)p);
}

size_t emu_room(const void *p) {
  const struct allocation *a = heap_find((uint64_t)p);
  return a && !a->freed && (uint64_t)p < a->address + a->bytes ? a->address + a->bytes - (uint64_t)p : 0;
}

void emu_host_access(const void *p, size_t bytes, int writes, const void *caller) {
  int touch = writes ? TOUCH_STORE : TOUCH_LOAD;
  uint64_t begin = (uint64_t)p;
  if (!bytes) return;
  if (emu_device_of(p) >= 0) address_on_host(begin, bytes < 4 ? 1 : 4, touch, pc_of(caller));
  if (lent_any) lent_access("the call", begin, bytes, touch, pc_of(caller));
  for (uint64_t a = begin; a < begin + bytes && heap_visible(a); a = (a | 3) + 1)
    stream_host_access(a, 1, touch, pc_of(caller));
}

void emu_read(void *to, const void *p, size_t bytes) {
  heap_open_to(-1);
  memcpy(to, p, bytes);
  heap_close();
  if (emu_device_of(p) >= 0) emu_the_report.bytes_by_calls += bytes;
}

void emu_write(void *p, const void *from, size_t bytes) {
  heap_open_to(-1);
  memcpy(p, from, bytes);
  if (emu_in_device_reach(p)) heap_mark((uint64_t)p, bytes, true);
  heap_close();
  if (emu_device_of(p) >= 0) emu_the_report.bytes_by_calls += bytes;
}

// ---- messages ----

struct emu_message {
  cudaStream_t stream; // NULL: there are too many
  int lent;
};

struct emu_message *emu_message_begin(const char *call, const void *p, size_t bytes, int writes, int counts,
                                      const void *caller) {
  struct emu_message *m = malloc(sizeof *m);
  int touch = writes ? TOUCH_STORE : TOUCH_LOAD;
  if (!m) abort();
  m->stream = message_begin(call, (uint64_t)p, bytes, touch, counts, pc_of(caller));
  m->lent =
      bytes && !emu_in_device_reach(p) ? lent_begin(call, (uint64_t)p, bytes, touch, pc_of(caller)) : -1;
  return m;
}

void emu_message_end(struct emu_message *m) {
  if (m->stream) message_end(m->stream);
  lent_end(m->lent);
  free(m);
}

// ---- works in streams ----

int emu_stream_device(void *stream) {
  return queue_device(stream);
}

int emu_stream_work(void *const *stream, int n, const void *caller, uint64_t sends, void (*run)(void *),
                    void *data) {
  return (int)queue_collective((const cudaStream_t *)stream, n, pc_of(caller), sends, run, data);
}

void emu_work_read(void *to, const void *p, size_t bytes) {
  work_access((uint64_t)p, bytes, TOUCH_LOAD);
  emu_read(to, p, bytes);
}

void emu_work_write(void *p, const void *from, size_t bytes) {
  work_access((uint64_t)p, bytes, TOUCH_STORE);
  emu_write(p, from, bytes);
}
