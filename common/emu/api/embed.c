// The emulator as a library: what a program that embeds it may ask of it (emu.h).
#include "check/address.h"
#include "check/free.h"
#include "check/hazard.h"
#include "check/kept.h"
#include "check/stream.h"
#include "memory/devices.h"
#include "memory/heap.h"
#include "memory/model.h"
#include "memory/result.h"
#include "memory/symbolise.h"
#include "runtime/error.h"
#include "runtime/launch.h"
#include "runtime/queue.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

void emu_embed(void) {
  machine_init();
  L.embedded = true;
}

int emu_reserve(void) {
  return heap_reserve() ? 0 : errno;
}

int emu_device(char *name, size_t size) {
  const struct device *d = device_named(name, size);
  if (d) snprintf(name, size, "%s", d->name);
  return d ? 0 : -1;
}

int emu_wait(void) {
  cudaError_t first = cudaSuccess;
  for (device_set = 0; device_set < device_count(); device_set++) {
    cudaError_t e = api_done(queue_wait_device());
    if (!first) first = e;
  }
  device_set = 0;
  return first;
}

void emu_report_reset(void) {
  queue_wait_all();
  overlap_forget();
  memset(&emu_the_report, 0, sizeof emu_the_report);
  device_links_forget();
  hazards_reset();
  errors_forget();
}

const struct emu_report *emu_report_get(void) {
  queue_wait_all();
  overlap_settle();
  return &emu_the_report;
}

void emu_leaks_begin(void) {
  queue_wait_all();
  heap_disown();
  kept_forget();
}

void emu_leaks_end(int handles) {
  queue_wait_all();
  report_leaks();
  if (handles) report_kept();
  for (const struct allocation *a = heap_leak(NULL); a; a = heap_leak(a))
    heap_free(a->address, 0, a->memory == PINNED_MEMORY);
}

void emu_mark_uninitialised(const void *p, size_t bytes) {
  queue_wait_all();
  if (bytes && heap_range_ok((uint64_t)p, bytes)) heap_mark((uint64_t)p, bytes, false);
}

void emu_peek(void *to, const void *p, size_t bytes) {
  queue_wait_all();
  heap_open_to(-1);
  memcpy(to, p, bytes);
  heap_close();
}

void emu_name(const void *p, const char *name) {
  heap_name((uint64_t)p, name);
}

// ---- for what stands between the program and another library ----

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

void emu_host_access(const void *p, size_t bytes, int writes, const void *caller) {
  int touch = writes ? TOUCH_STORE : TOUCH_LOAD;
  uint64_t begin = (uint64_t)p;
  if (!bytes) return;
  if (heap_has(begin) && !heap_visible(begin))
    address_on_host(begin, bytes < 4 ? 1 : 4, touch, pc_of(caller));
  for (uint64_t a = begin; a < begin + bytes && heap_visible(a); a = (a | 3) + 1)
    stream_host_access(a, 1, touch, pc_of(caller));
}

void emu_count(int counter, uint64_t n) {
  emu_the_report.total.v[counter] += n;
}
