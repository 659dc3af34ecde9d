// Host memory that cudaHostRegister has pinned, and the ranges that stand in for it.
#include "memory/registered.h"
#include "memory/heap.h"
#include <stdlib.h>

enum { SECTORS = 256 }; // the stand-in has the memory's place within so many bytes, and so its sectors

static struct registration { uint64_t begin, bytes, range, stand_in; } * registrations;
static size_t n_registrations;

static const struct registration *registration_of(uint64_t address) {
  size_t i = 0;
  while (i < n_registrations && address - registrations[i].begin >= registrations[i].bytes) i++;
  return i < n_registrations ? &registrations[i] : NULL;
}

int registered_add(uint64_t address, uint64_t bytes, uint32_t pc) {
  struct registration r = {.begin = address, .bytes = bytes};
  uint64_t place = address % SECTORS;
  int error = heap_allocate(bytes + place, pc, PINNED_MEMORY, &r.range);
  if (error) return error;
  r.stand_in = r.range + place;
  heap_own(r.range);
  heap_name(r.stand_in, "registered memory");
  registrations = realloc(registrations, (n_registrations + 1) * sizeof *registrations);
  if (!registrations) abort();
  registrations[n_registrations++] = r;
  return 0;
}

uint64_t registered_begin(uint64_t address) {
  const struct registration *r = registration_of(address);
  return r ? r->begin : 0;
}

bool registered_remove(uint64_t begin) {
  struct registration *r = (struct registration *)registration_of(begin);
  if (!r || r->begin != begin) return false;
  heap_free(r->range, 0, true);
  *r = registrations[--n_registrations];
  return true;
}

uint64_t registered_stand_in(uint64_t address) {
  const struct registration *r = registration_of(address);
  return r ? r->stand_in + (address - r->begin) : 0;
}

bool registered_any(void) {
  return n_registrations;
}

void registered_forget(void) {
  while (n_registrations) heap_free(registrations[--n_registrations].range, 0, true);
}
