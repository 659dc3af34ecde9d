// Warp operations: __syncwarp, shuffles and votes complete when every living lane in their mask has arrived.
#include "machine.h"
#include <stdio.h>
#include <stdlib.h>

enum { SYNC_WARP = 1, BALLOT, ANY, ALL, SHFL_IDX = 16, SHFL_UP, SHFL_DOWN, SHFL_XOR };

static const char *op_name(int op) {
  switch (op) {
  case SYNC_WARP:
    return "__syncwarp";
  case BALLOT:
    return "__ballot_sync";
  case ANY:
    return "__any_sync";
  case ALL:
    return "__all_sync";
  case SHFL_IDX:
    return "__shfl_sync";
  case SHFL_UP:
    return "__shfl_up_sync";
  case SHFL_DOWN:
    return "__shfl_down_sync";
  case SHFL_XOR:
    return "__shfl_xor_sync";
  default:
    return "warp operation";
  }
}

static uint64_t arrive(int op, uint32_t mask, uint64_t value, uint32_t param, uint32_t width,
                       void *return_address) {
  struct thread *t = M.self;
  if (!t) {
    fprintf(stderr, "emu: %s called by host code; it belongs into a kernel\n", op_name(op));
    exit(86);
  }
  t->op = op;
  t->op_pc = (uint32_t)(uintptr_t)return_address;
  t->op_mask = mask;
  t->op_value = value;
  t->op_param = param;
  t->op_width = width;
  if (!(mask >> M.lane & 1))
    hazard(EMU_HAZARD_WARP_SYNC, party_self(t->op_pc), NULL, "the calling lane itself must be in the mask",
           "%s with mask 0x%08x by lane %u, which the mask does not name", op_name(op), mask, M.lane);
  fiber_yield(AT_WARP_OP);
  return t->op_result;
}

void __syncwarp(unsigned mask) {
  arrive(SYNC_WARP, mask, 0, 0, 0, __builtin_return_address(0));
}
unsigned __ballot_sync(unsigned mask, int predicate) {
  return (unsigned)arrive(BALLOT, mask, predicate != 0, 0, 0, __builtin_return_address(0));
}
int __any_sync(unsigned mask, int predicate) {
  return (int)arrive(ANY, mask, predicate != 0, 0, 0, __builtin_return_address(0));
}
int __all_sync(unsigned mask, int predicate) {
  return (int)arrive(ALL, mask, predicate != 0, 0, 0, __builtin_return_address(0));
}
uint64_t emu_shuffle(int op, unsigned mask, uint64_t value, unsigned param, unsigned width,
                     void *return_address) {
  return arrive(op, mask, value, param, width, return_address);
}

// The lane that `lane` reads from, as the CUDA programming guide defines it for a width that divides the
// warp.
static uint32_t source_lane(const struct thread *t, uint32_t lane) {
  uint32_t width = t->op_width, first = lane & ~(width - 1), p = t->op_param;
  switch (t->op) {
  case SHFL_UP:
    return lane - first >= p ? lane - p : lane;
  case SHFL_DOWN:
    return lane - first + p < width ? lane + p : lane;
  case SHFL_XOR:
    return (lane ^ p) < first + width ? lane ^ p : lane;
  default:
    return first + (p & (width - 1));
  }
}

static void complete(struct warp *w, struct thread *lanes, uint32_t group, uint32_t alive) {
  uint32_t ballot = 0;
  for (uint32_t l = 0; l < w->lanes; l++)
    if (group >> l & 1) ballot |= (uint32_t)(lanes[l].op_value & 1) << l;
  struct thread *self = M.self;
  int op = lanes[__builtin_ctz(group)].op;
  for (uint32_t l = 0; l < w->lanes; l++) {
    if (!(group >> l & 1)) continue;
    struct thread *t = &lanes[l];
    t->op_result = op == BALLOT ? ballot : op == ANY ? ballot != 0 : op == ALL ? ballot == group : 0;
    if (op >= SHFL_IDX) {
      uint32_t from = source_lane(t, l);
      if (from < WARP && group >> from & 1) {
        t->op_result = lanes[from].op_value;
      } else {
        M.self = t;
        hazard(EMU_HAZARD_WARP_SYNC, (struct party){t->op_pc, M.block_linear, w->index * WARP + l}, NULL,
               "a lane can read only from lanes that take part: check mask, width and the number of threads",
               "%s reads lane %u, which does not take part in it (mask 0x%08x)", op_name(op), from,
               t->op_mask);
        M.self = self;
        t->op_result = t->op_value;
      }
    }
    t->state = READY;
  }
  if (op != SYNC_WARP) {
    M.counters->v[EMU_warp_exchanges]++;
    return; // shuffles and votes order no memory
  }
  M.counters->v[EMU_warp_barriers]++;
  w->tick++;
  if (group == alive) {
    w->full_tick = w->tick;
    return;
  }
  w->pair_used = true;
  for (uint32_t i = 0; i < w->lanes; i++)
    for (uint32_t j = 0; j < w->lanes; j++)
      if (group >> i & 1 && group >> j & 1) w->pair[i][j] = w->tick;
}

// Lanes that wait in the same operation with the same mask as lane `l`.
static uint32_t partners(const struct warp *w, const struct thread *lanes, uint32_t l) {
  uint32_t group = 0;
  for (uint32_t k = 0; k < w->lanes; k++)
    if (lanes[k].state == AT_WARP_OP && lanes[k].op == lanes[l].op && lanes[k].op_mask == lanes[l].op_mask)
      group |= 1u << k;
  return group;
}

static uint32_t living(const struct warp *w, const struct thread *lanes) {
  uint32_t alive = 0;
  for (uint32_t l = 0; l < w->lanes; l++)
    if (lanes[l].state != DONE) alive |= 1u << l;
  return alive;
}

bool warp_op_resolve(struct warp *w) {
  struct thread *lanes = &M.thread[w->index * WARP];
  uint32_t alive = living(w, lanes);
  bool any = false;
  for (uint32_t l = 0; l < w->lanes; l++) {
    if (lanes[l].state != AT_WARP_OP) continue;
    uint32_t group = partners(w, lanes, l), needed = lanes[l].op_mask & alive;
    if (needed & ~group) continue;
    complete(w, lanes, group, alive);
    any = true;
  }
  return any;
}

bool warp_op_stuck(struct warp *w) {
  struct thread *lanes = &M.thread[w->index * WARP];
  uint32_t alive = living(w, lanes);
  for (uint32_t l = 0; l < w->lanes; l++) {
    struct thread *t = &lanes[l];
    if (t->state != AT_WARP_OP) continue;
    uint32_t group = partners(w, lanes, l), missing = t->op_mask & alive & ~group;
    uint32_t absent = (uint32_t)__builtin_ctz(missing | 1u << 31);
    struct thread *other = &lanes[absent];
    struct party at = {t->op_pc, M.block_linear, w->index * WARP + l};
    struct party away = {other->state == AT_WARP_OP ? other->op_pc : other->barrier_pc, M.block_linear,
                         w->index * WARP + absent};
    M.self = t;
    hazard(EMU_HAZARD_WARP_SYNC, at, missing ? &away : NULL, NULL,
           "%s with mask 0x%08x waits for lanes that do not come (0x%08x): lane %u is at %s", op_name(t->op),
           t->op_mask, missing, absent,
           other->state == AT_WARP_OP ? "another warp operation" : "a block barrier");
    M.self = NULL;
    complete(w, lanes, group, alive);
    return true;
  }
  return false;
}
