// The emulator as a library: what a program that embeds it may ask of it (emu.h).
#include "check/free.h"
#include "check/hazard.h"
#include "check/handles.h"
#include "check/stream_order.h"
#include "memory/devices.h"
#include "memory/heap.h"
#include "memory/model.h"
#include "memory/result.h"
#include "runtime/endless.h"
#include "runtime/error.h"
#include "runtime/machine.h"
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

void emu_watch_host(int on) {
  endless_watch_host(on);
}
