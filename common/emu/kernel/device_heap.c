// malloc, free, new and delete: in a kernel they serve the device's heap, in host code the host's. And the
// copies that the headers have checked.
#define _GNU_SOURCE
#include "check/events.h"
#include "check/hazard.h"
#include "memory/heap.h"
#include "runtime/cores.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

void *emu_move(void *to, const void *from, size_t bytes) {
  return memmove(to, from, bytes);
}
void *emu_set(void *p, int value, size_t bytes) {
  return memset(p, value, bytes);
}

static void *allocate(size_t bytes, uint32_t pc) {
  uint64_t address;
  if (!M.self) return malloc(bytes);
  M.counters->v[EMU_allocations]++;
  if (cores_allocate(bytes, pc, &address)) return (void *)address;
  if (heap_allocate_in_kernel(bytes, pc, &address)) return NULL;
  return (void *)address;
}
static void release(void *p, uint32_t pc) {
  if (p && M.self && cores_free((uint64_t)p, pc)) return;
  if (p && M.self)
    event_free((uint64_t)p, pc, false);
  else if (p && heap_has((uint64_t)p))
    hazard(EMU_HAZARD_BAD_FREE, site_host(pc), NULL, "what cudaMalloc gave goes back by cudaFree",
           "host code frees 0x%llx, which lies in device memory", (unsigned long long)(uintptr_t)p);
  else
    free(p);
}

void *emu_malloc(size_t bytes) {
  return allocate(bytes, HERE);
}
void emu_free(void *p) {
  release(p, HERE);
}

// C++'s operators, by their mangled names.
void _ZSt17__throw_bad_allocv(void) __attribute__((weak, noreturn));

static void *allocate_or_throw(size_t bytes, uint32_t pc) {
  void *p = allocate(bytes ? bytes : 1, pc);
  if (p) return p;
  if (_ZSt17__throw_bad_allocv && !M.self) _ZSt17__throw_bad_allocv();
  fprintf(stderr, "emu: out of memory in operator new\n");
  abort();
}
void *_Znwm(size_t bytes) {
  return allocate_or_throw(bytes, HERE);
}
void *_Znam(size_t bytes) {
  return allocate_or_throw(bytes, HERE);
}
void _ZdlPv(void *p) {
  release(p, HERE);
}
void _ZdaPv(void *p) {
  release(p, HERE);
}
void _ZdlPvm(void *p, size_t bytes) {
  (void)bytes;
  release(p, HERE);
}
void _ZdaPvm(void *p, size_t bytes) {
  (void)bytes;
  release(p, HERE);
}
