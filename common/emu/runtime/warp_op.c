// Warp operations complete when every living lane in their mask has arrived; warp_exchange.c says what each
// gets.
#include "runtime/warp_op.h"
#include "check/epoch.h"
#include "check/hazard.h"
#include "count/modelling.h"
#include "runtime/fiber.h"
#include "include/emu_warp_ops.h"
#include <stdio.h>
#include <stdlib.h>

static uint64_t arrive(int op, uint32_t mask, uint64_t value, uint32_t param, uint32_t width,
                       void *return_address) {
  struct thread *t = M.self;
  if (!t) {
    fprintf(stderr, "emu: %s called by host code; it belongs into a kernel\n", warp_op_name(op));
    exit(86);
  }
  t->op = op;
  t->op_pc = (uint32_t)(uintptr_t)return_address;
  t->op_mask = mask;
  t->op_value = value;
  t->op_param = param;
  t->op_width = width;
  if (!(mask >> M.lane & 1) && op != EMU_OP_ACTIVE)
    hazard(EMU_HAZARD_WARP_SYNC, site_self(t->op_pc), NULL, "the calling lane itself must be in the mask",
           "%s with mask 0x%08x by lane %u, which the mask does not name", warp_op_name(op), mask, M.lane);
  fiber_yield(AT_WARP_OP);
  return t->op_result;
}

void __syncwarp(unsigned mask) {
  arrive(EMU_OP_SYNC, mask, 0, 0, 0, __builtin_return_address(0));
}
unsigned __activemask(void) {
  return (unsigned)arrive(EMU_OP_ACTIVE, 0, 0, 0, 0, __builtin_return_address(0));
}
unsigned __ballot_sync(unsigned mask, int predicate) {
  return (unsigned)arrive(EMU_OP_BALLOT, mask, predicate != 0, 0, 0, __builtin_return_address(0));
}
int __any_sync(unsigned mask, int predicate) {
  return (int)arrive(EMU_OP_ANY, mask, predicate != 0, 0, 0, __builtin_return_address(0));
}
int __all_sync(unsigned mask, int predicate) {
  return (int)arrive(EMU_OP_ALL, mask, predicate != 0, 0, 0, __builtin_return_address(0));
}
uint64_t emu_warp_op(int op, unsigned mask, uint64_t value) {
  return arrive(op, mask, value, 0, 0, __builtin_return_address(0));
}
uint64_t emu_shuffle(int op, unsigned mask, uint64_t value, unsigned param, unsigned width) {
  return arrive(op, mask, value, param, width, __builtin_return_address(0));
}

uint64_t emu_warp_op_at(int op, unsigned mask, uint64_t value, void *return_address) {
  return arrive(op, mask, value, 0, 0, return_address);
}
uint64_t emu_shuffle_at(int op, unsigned mask, uint64_t value, unsigned param, unsigned width,
                        void *return_address) {
  return arrive(op, mask, value, param, width, return_address);
}

static void complete(struct warp *w, struct thread *lanes, uint32_t group, uint32_t alive) {
  int op = lanes[__builtin_ctz(group)].op;
  warp_exchange(w, lanes, group);
  for (uint32_t l = 0; l < w->lanes; l++)
    if (group >> l & 1) lanes[l].state = READY;
  if (op == EMU_OP_ACTIVE || op >= EMU_OP_MATRIX) return;
  if (op != EMU_OP_SYNC) {
    M.counters->v[EMU_warp_exchanges]++;
    for (uint32_t l = 0; l < w->lanes; l++) lanes[l].of_use |= group >> l & 1;
    if (modelling) modelling->exchange(w);
    return; // shuffles and votes order no memory
  }
  M.counters->v[EMU_warp_barriers]++;
  block_advance_tick(w);
  if (group == alive) {
    w->full_tick = w->tick;
    return;
  }
  if (FAST) return;
  w->pair_used = true;
  for (uint32_t i = 0; i < w->lanes; i++)
    for (uint32_t j = 0; j < w->lanes; j++)
      if (group >> i & 1 && group >> j & 1) w->pair[i][j] = w->tick;
}

// Lanes that wait in the same operation with the same mask as lane `l`; for __activemask, in the same call.
static uint32_t partners(const struct warp *w, const struct thread *lanes, uint32_t l) {
  uint32_t group = 0;
  for (uint32_t k = 0; k < w->lanes; k++)
    if (lanes[k].state == AT_WARP_OP && lanes[k].op == lanes[l].op && lanes[k].op_mask == lanes[l].op_mask &&
        (lanes[l].op != EMU_OP_ACTIVE || lanes[k].op_pc == lanes[l].op_pc))
      group |= 1u << k;
  return group;
}

static uint32_t living(const struct warp *w, const struct thread *lanes) {
  uint32_t alive = 0;
  for (uint32_t l = 0; l < w->lanes; l++) alive |= (uint32_t)(lanes[l].state != DONE) << l;
  return alive;
}

static bool any_operates(const struct warp *w, const struct thread *lanes) {
  bool any = false;
  for (uint32_t l = 0; l < w->lanes; l++) any |= lanes[l].state == AT_WARP_OP;
  return any;
}

bool warp_op_resolve(struct warp *w) {
  struct thread *lanes = &L.thread[w->index * WARP];
  if (!any_operates(w, lanes)) return false;
  uint32_t alive = living(w, lanes), active = 0;
  bool any = false;
  for (uint32_t l = 0; l < w->lanes; l++) {
    if (lanes[l].state != AT_WARP_OP) continue;
    if (lanes[l].op == EMU_OP_ACTIVE) {
      active |= 1u << l;
      continue;
    }
    uint32_t group = partners(w, lanes, l), needed = lanes[l].op_mask & alive;
    if (needed & ~group) continue;
    complete(w, lanes, group, alive);
    any = true;
  }
  if (any) return true; // lanes that go on may still come to an __activemask where others wait
  for (uint32_t l = 0; l < w->lanes; l++)
    if (active >> l & 1 && lanes[l].state == AT_WARP_OP) complete(w, lanes, partners(w, lanes, l), alive);
  return active != 0;
}

bool warp_op_stuck(struct warp *w) {
  struct thread *lanes = &L.thread[w->index * WARP];
  uint32_t alive = living(w, lanes);
  for (uint32_t l = 0; l < w->lanes; l++) {
    struct thread *t = &lanes[l];
    if (t->state != AT_WARP_OP) continue;
    uint32_t group = partners(w, lanes, l), missing = t->op_mask & alive & ~group;
    uint32_t absent = (uint32_t)__builtin_ctz(missing | 1u << 31);
    struct thread *other = &lanes[absent];
    struct access_site at = {t->op_pc, L.block_linear, w->index * WARP + l};
    struct access_site away = {other->state == AT_WARP_OP ? other->op_pc : other->barrier_pc, L.block_linear,
                               w->index * WARP + absent};
    M.self = t;
    hazard(EMU_HAZARD_WARP_SYNC, at, missing ? &away : NULL, NULL,
           "%s with mask 0x%08x waits for lanes that do not come (0x%08x): lane %u is at %s",
           warp_op_name(t->op), t->op_mask, missing, absent,
           other->state == AT_WARP_OP  ? "another warp operation"
           : other->state == AT_NUMBER ? "a numbered barrier"
                                       : "a block barrier");
    M.self = NULL;
    complete(w, lanes, group, alive);
    return true;
  }
  return false;
}
