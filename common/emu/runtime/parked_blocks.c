// Blocks that are put aside while others run.
#include "runtime/parked_blocks.h"
#include "check/events.h"
#include "check/shared.h"
#include "runtime/block.h"
#include "runtime/fiber.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parked **parked;
static uint64_t n_parked;

static size_t cells_of(uint64_t bytes) {
  return FAST ? 0 : (bytes + 7) / 4 * sizeof(struct shadow);
}

static void *room_for(size_t bytes) {
  enum { LINE = 128 };
  void *room = aligned_alloc(LINE, (bytes + LINE) / LINE * LINE);
  if (room) return room;
  fprintf(stderr, "emu: out of memory for the blocks of a cooperative launch\n");
  exit(99);
}

void parked_reserve(struct parked *p) {
  if (!p->shared) { // its banks are those of the place where it runs
    p->shared = (char *)room_for(2 * PARKED_LEAD + M.shared_size) + PARKED_LEAD + M.shared_base % PARKED_LEAD;
    p->shared_shadow = room_for(cells_of(M.shared_size));
    // What another kernel's variables hold is not put aside, and nevertheless the same in each run.
    memset(p->shared, 0, M.shared_size);
    memset(p->shared_shadow, 0, cells_of(M.shared_size));
  }
  if (p->dynamic && p->dynamic_bytes == M.dynamic_size) return;
  if (p->dynamic) free(p->dynamic - PARKED_LEAD);
  free(p->dynamic_shadow);
  p->dynamic = (char *)room_for(2 * PARKED_LEAD + M.dynamic_size) + PARKED_LEAD;
  p->dynamic_shadow = room_for(cells_of(M.dynamic_size));
  p->dynamic_bytes = M.dynamic_size;
}

enum way { PUT_ASIDE, BRING_BACK };

static void copy(enum way way, void *place, void *kept, size_t bytes) {
  if (way == PUT_ASIDE)
    memcpy(kept, place, bytes);
  else
    memcpy(place, kept, bytes);
}

// Static shared memory has the variables of all the program's kernels: the running kernel's are copied.
static void copy_shared(enum way way, struct parked *p) {
  size_t n;
  const struct shared_piece *s = shared_pieces(&n);
  for (; n > 0; n--, s++) {
    copy(way, (char *)M.shared_base + s->from, p->shared + s->from, s->bytes);
    copy(way, M.shared_shadow + s->from / 4, p->shared_shadow + s->from / 4, cells_of(s->bytes));
  }
  copy(way, (void *)M.dynamic_base, p->dynamic, M.dynamic_size);
  copy(way, M.dynamic_shadow, p->dynamic_shadow, cells_of(M.dynamic_size));
}

void parked_put_aside(struct parked *p) {
  parked_reserve(p);
  p->stamp = M.block_stamp;
  copy_shared(PUT_ASIDE, p);
}

static void bring_back(struct parked *p) {
  M.block_stamp = p->stamp;
  copy_shared(BRING_BACK, p);
}

void parked_take_up(struct parked *p) {
  fibers_prepare(&p->state, L.n_threads);
  block_resume(p->linear);
  bring_back(p);
}

void parked_room(uint64_t blocks) {
  if (blocks <= n_parked) return;
  parked = realloc(parked, blocks * sizeof *parked);
  if (!parked) abort();
  for (; n_parked < blocks; n_parked++) {
    if (!(parked[n_parked] = aligned_alloc(_Alignof(struct parked), sizeof **parked))) abort();
    memset(parked[n_parked], 0, sizeof **parked);
  }
}

void parked_drop(void) {
  for (uint64_t i = 0; i < n_parked; i++) parked[i]->state.prepared = 0;
}

// What the block has done in its present epoch, under that epoch's new number.
static void renumber(struct shadow *shadow, uint64_t bytes, uint32_t from, uint32_t to) {
  for (struct shadow *c = shadow; c < shadow + bytes / 4; c++) {
    if (c->w_epoch == from) c->w_epoch = to;
    if (c->r_epoch == from) c->r_epoch = to;
  }
}

void parked_leave(struct parked *p) {
  p->epoch = M.epoch;
  p->own_epoch = order_epoch();
  p->first_epoch = M.block_first_epoch;
  parked_put_aside(p);
  p->timeline = event_block_put_aside();
}

void parked_go_on(struct parked *p) {
  fibers_prepare(&p->state, L.n_threads);
  block_go_on(p->linear);
  M.block_first_epoch = p->first_epoch;
  event_block_take_up(p->timeline, p->own_epoch);
  bring_back(p);
  size_t n;
  const struct shared_piece *s = shared_pieces(&n);
  for (; n > 0; n--, s++) renumber(M.shared_shadow + s->from / 4, s->bytes + 3, p->epoch, M.epoch);
  renumber(M.dynamic_shadow, M.dynamic_size, p->epoch, M.epoch);
}

void parked_pass_cluster_barrier(struct parked *p) {
  fibers_prepare(&p->state, L.n_threads);
  block_pass_cluster_barrier(p->linear);
  M.block_first_epoch = p->first_epoch;
  event_block_take_up(p->timeline, 0);
  bring_back(p);
}
