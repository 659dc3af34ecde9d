// Hazards and notes: record each pair of places once and say it on stderr. A hazard ends the program with status 86.
#define _GNU_SOURCE
#include "check/hazard.h"
#include "memory/symbolise.h"
#include "memory/result.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct
{ // instructions of hazards and notes that have met before, so that a repetition costs no look-up of lines
  int kind;
  uint32_t pc, other_pc;
  const char *kernel;
  struct emu_hazard *hazard; // NULL: dropped
} seen[256];
static uint32_t n_seen;
static void (*on_fatal)(void);
static void (*on_hazard)(const struct emu_report *so_far);
void (*hazard_elsewhere)(const struct hazard_told *told);

struct access_site site_self(uint32_t pc) {
  return (struct access_site){pc, L.block_linear, M.tid};
}

static void fill_place(struct emu_place *place, const struct access_site *p) {
  symbolise(p->pc, place->file, sizeof place->file, &place->line, NULL, 0);
  if (!place->line && p->tid != ~0u) // a kernel of the headers: the line that asks for it
    symbolise(L.launch_pc, place->file, sizeof place->file, &place->line, NULL, 0);
  if (p->block != ~0ull && L.grid[0]) {
    place->block[0] = (uint32_t)(p->block % L.grid[0]);
    place->block[1] = (uint32_t)(p->block / L.grid[0] % L.grid[1]);
    place->block[2] = (uint32_t)(p->block / L.grid[0] / L.grid[1]);
  }
  if (p->tid != ~0u && L.block[0]) {
    place->thread[0] = p->tid % L.block[0];
    place->thread[1] = p->tid / L.block[0] % L.block[1];
    place->thread[2] = p->tid / L.block[0] / L.block[1];
  }
}

static void print_place(const char *lead, const struct emu_place *p, bool in_kernel) {
  fprintf(stderr, "  %s%s:%d", lead, *p->file ? p->file : "?", p->line);
  if (in_kernel)
    fprintf(stderr, ", block (%u,%u,%u), thread (%u,%u,%u)", p->block[0], p->block[1], p->block[2],
            p->thread[0], p->thread[1], p->thread[2]);
}

static void print_hazard(const struct emu_hazard *h, bool is_note, const struct access_site *at,
                         const struct access_site *other) {
  fflush(stdout);
  fprintf(stderr, "emu: %s%s%s%s\n", is_note ? "note: " : "",
          is_note ? emu_note_name((int)h->kind) : emu_hazard_name((int)h->kind),
          *h->kernel ? " in kernel " : "", h->kernel);
  print_place("at ", &h->at, at->tid != ~0u);
  fprintf(stderr, ": %s\n", h->what);
  if (other) {
    print_place("other access: ", &h->other, other->tid != ~0u);
    fputc('\n', stderr);
  }
  fprintf(stderr, "  advice: %s\n", h->advice);
}

static bool same_place(const struct emu_place *a, const struct emu_place *b) {
  return a->line == b->line && strcmp(a->file, b->file) == 0;
}

// The one of list[0, n) that h repeats: same kind and kernel, same lines. The accesses of a race may change
// places.
static struct emu_hazard *earlier(struct emu_hazard *list, uint32_t n, const struct emu_hazard *h,
                                  bool race) {
  for (struct emu_hazard *e = list; e < list + n; e++) {
    if (e->kind != h->kind || e->has_other != h->has_other || strcmp(e->kernel, h->kernel) != 0) continue;
    if (same_place(&e->at, &h->at) && same_place(&e->other, &h->other)) return e;
    if (race && same_place(&e->at, &h->other) && same_place(&e->other, &h->at)) return e;
  }
  return NULL;
}

enum { NOTES = 256 }; // kinds in `seen`: notes begin here

// Counts a repetition. False for what has not been met before.
static bool met(int kind, uint32_t pc, uint32_t other_pc, const char *kernel) {
  for (uint32_t i = 0; i < n_seen; i++)
    if (seen[i].kind == kind && seen[i].pc == pc && seen[i].other_pc == other_pc &&
        seen[i].kernel == kernel) {
      if (seen[i].hazard) seen[i].hazard->count++;
      return true;
    }
  return false;
}

bool hazard_repeated(int kind, uint32_t pc, const struct access_site *other) {
  return met(kind, pc, other ? other->pc : 0, L.kernel);
}

bool hazard_noted(int kind, uint32_t pc, const struct access_site *other) {
  for (uint32_t i = 0; i < n_seen; i++)
    if (seen[i].kind == kind + NOTES && seen[i].pc == pc && seen[i].other_pc == (other ? other->pc : 0) &&
        seen[i].kernel == L.kernel)
      return true;
  return false;
}

bool hazard_instructions(const struct emu_hazard *h, uint32_t *at, uint32_t *other) {
  for (uint32_t i = 0; i < n_seen; i++)
    if (seen[i].hazard == h) {
      *at = seen[i].pc, *other = seen[i].other_pc;
      return true;
    }
  return false;
}

static void remember(int kind, uint32_t pc, uint32_t other_pc, const char *kernel, struct emu_hazard *h) {
  if (n_seen == sizeof seen / sizeof *seen) return;
  seen[n_seen].kind = kind;
  seen[n_seen].pc = pc;
  seen[n_seen].other_pc = other_pc;
  seen[n_seen].kernel = kernel;
  seen[n_seen++].hazard = h;
}

static void send_away(int kind, const char *kernel, struct access_site at, const struct access_site *other,
                      const char *advice, const char *what, va_list arguments) {
  struct hazard_told told = {.kind = kind, .kernel = kernel, .at = at, .has_other = other != NULL};
  if (other) told.other = *other;
  vsnprintf(told.what, sizeof told.what, what, arguments);
  snprintf(told.advice, sizeof told.advice, "%s", advice);
  remember(kind, at.pc, other ? other->pc : 0, kernel, NULL);
  hazard_elsewhere(&told);
}

static void record(int kind, bool is_note, const char *kernel, struct access_site at,
                   const struct access_site *other, const char *advice, const char *what, va_list arguments) {
  struct emu_report *r = &emu_the_report;
  struct emu_hazard *list = is_note ? r->note : r->hazard;
  uint32_t *n = is_note ? &r->n_notes : &r->n_hazards, most = is_note ? EMU_MAX_NOTES : EMU_MAX_HAZARDS;
  int seen_kind = kind + (is_note ? NOTES : 0);
  uint32_t other_pc = other ? other->pc : 0;
  if (met(seen_kind, at.pc, other_pc, kernel)) return;
  if (hazard_elsewhere) {
    send_away(kind, kernel, at, other, advice, what, arguments);
    return;
  }
  struct emu_hazard h = {.kind = (uint32_t)kind, .count = 1, .has_other = other != NULL};
  snprintf(h.kernel, sizeof h.kernel, "%s", kernel);
  fill_place(&h.at, &at);
  if (other) fill_place(&h.other, other);
  bool race = !is_note && (kind == EMU_HAZARD_RACE_SHARED || kind == EMU_HAZARD_RACE_GLOBAL ||
                           kind == EMU_HAZARD_RACE_STREAM);
  struct emu_hazard *e = earlier(list, *n, &h, race);
  if (e) {
    e->count++;
  } else if (*n == most) {
    ++*(is_note ? &r->notes_dropped : &r->hazards_dropped);
  } else {
    vsnprintf(h.what, sizeof h.what, what, arguments);
    snprintf(h.advice, sizeof h.advice, "%s", advice);
    e = &list[(*n)++];
    *e = h;
    bool quiet =
        is_note && kind == EMU_NOTE_LOCAL_ARRAY; // a cost, as uncoalesced accesses: the line profile tells
    if (!L.embedded && !quiet) print_hazard(e, is_note, &at, other);
    if (L.embedded && on_hazard && !is_note) on_hazard(r);
  }
  remember(seen_kind, at.pc, other_pc, kernel, e);
}

void hazard(int kind, struct access_site at, const struct access_site *other, const char *advice,
            const char *what, ...) {
  bool of_launch = emu_hazard_where(kind) == EMU_OF_LAUNCH;
  va_list arguments;
  va_start(arguments, what);
  record(kind, false, M.self || of_launch ? L.kernel : "", at, other,
         advice ? advice : emu_hazard_advice(kind), what, arguments);
  va_end(arguments);
}

static void take(int kind, const struct hazard_told *t, const char *what, ...) {
  va_list arguments;
  va_start(arguments, what);
  record(kind, false, t->kernel, t->at, t->has_other ? &t->other : NULL, t->advice, what, arguments);
  va_end(arguments);
}

void hazard_take(const struct hazard_told *told) {
  take(told->kind, told, "%s", told->what);
}

void hazard_note(int kind, struct access_site at, const struct access_site *other, const char *advice,
                 const char *what, ...) {
#ifdef EMU_FAST
  return; // advice belongs to the checks
#endif
  va_list arguments;
  va_start(arguments, what);
  record(kind, true, L.kernel, at, other, advice, what, arguments);
  va_end(arguments);
}

void hazards_reset(void) {
  emu_the_report.n_hazards = emu_the_report.hazards_dropped = 0;
  emu_the_report.n_notes = emu_the_report.notes_dropped = 0;
  n_seen = 0;
}

void emu_on_fatal(void (*callback)(void)) {
  on_fatal = callback;
}

void emu_on_hazard(void (*callback)(const struct emu_report *so_far)) {
  on_hazard = callback;
}

void emu_fatal(void) {
  if (L.embedded && on_fatal) on_fatal();
  L.fatal = true;
  exit(86); // report.c's handler speaks first
}

void need_kernel_at(const char *what, void *return_address) {
  if (M.self) return;
  L.kernel = "";
  hazard(EMU_HAZARD_INVALID_LAUNCH, site_host((uint32_t)(uintptr_t)return_address), NULL,
         "a kernel is launched, not called: kernel<<<blocks, threads>>>(arguments)",
         "host code uses %s, which exists only in a running kernel", what);
  emu_fatal();
}
