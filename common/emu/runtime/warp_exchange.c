// What each lane receives when a warp operation is complete: votes, matches, reductions, shuffles, and the
// lanes that are here.
#include "runtime/warp_op.h"
#include "check/hazard.h"
#include "include/emu_warp_ops.h"

// The lane that `lane` reads from, as the CUDA programming guide defines it for a width that divides the
// warp.
static uint32_t source_lane(const struct thread *t, uint32_t lane) {
  uint32_t width = t->op_width, first = lane & ~(width - 1), p = t->op_param;
  switch (t->op) {
  case EMU_OP_SHFL_UP:
    return lane - first >= p ? lane - p : lane;
  case EMU_OP_SHFL_DOWN:
    return lane - first + p < width ? lane + p : lane;
  case EMU_OP_SHFL_XOR:
    return (lane ^ p) < first + width ? lane ^ p : lane;
  default:
    return first + (p & (width - 1));
  }
}

// What no lane gives is 0, as on an H200 (seen of lanes that have ended and of those that a block of 33 threads lacks).
static uint64_t shuffled(const struct warp *w, struct thread *lanes, uint32_t lane, uint32_t group) {
  struct thread *t = &lanes[lane], *self = M.self;
  uint32_t from = source_lane(t, lane);
  if (from < WARP && group >> from & 1) return lanes[from].op_value;
  bool left = from < w->lanes && lanes[from].state == DONE;
  M.self = t;
  hazard(EMU_HAZARD_WARP_SYNC, (struct access_site){t->op_pc, L.block_linear, w->index * WARP + lane}, NULL,
         left ? "let no thread return before the last warp operation: one without work of its own skips the "
                "work, "
                "and takes part with a value that changes nothing (0 in a sum)"
              : "let all lanes of the mask execute it, or pass the width (16, say): the last lanes then read "
                "their "
                "own values",
         "%s reads lane %u, which %s (mask 0x%08x): what comes is undefined", warp_op_name(t->op), from,
         left ? "has left the kernel" : "does not take part in it", t->op_mask);
  M.self = self;
  return 0;
}

// Lanes of the group whose value is the same as this lane's.
static uint32_t equals(const struct thread *lanes, uint32_t lane, uint32_t group) {
  uint32_t same = 0;
  for (uint32_t l = 0; l < WARP; l++)
    if (group >> l & 1 && lanes[l].op_value == lanes[lane].op_value) same |= 1u << l;
  return same;
}

static uint32_t combine(int op, uint32_t a, uint32_t b) {
  switch (op) {
  case EMU_OP_ADD:
    return a + b;
  case EMU_OP_MIN_UNSIGNED:
    return a < b ? a : b;
  case EMU_OP_MIN_SIGNED:
    return (int32_t)a < (int32_t)b ? a : b;
  case EMU_OP_MAX_UNSIGNED:
    return a > b ? a : b;
  case EMU_OP_MAX_SIGNED:
    return (int32_t)a > (int32_t)b ? a : b;
  case EMU_OP_AND:
    return a & b;
  case EMU_OP_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

// Fragments are spread over 32 lanes: a warp with fewer has no matrices.
static void whole_warp(const struct warp *w, struct thread *t, uint32_t group) {
  if (group == 0xffffffffu) return;
  struct thread *self = M.self;
  M.self = t;
  hazard(EMU_HAZARD_WARP_SYNC,
         (struct access_site){t->op_pc, L.block_linear, w->index * WARP + (uint32_t)__builtin_ctz(group)},
         NULL, "all 32 lanes of a warp execute it together: the number of threads is a multiple of 32",
         "%s by lanes 0x%08x only", warp_op_name(t->op), group);
  M.self = self;
}

void warp_exchange(struct warp *w, struct thread *lanes, uint32_t group) {
  uint32_t first = (uint32_t)__builtin_ctz(group), ballot = 0;
  uint32_t reduced = (uint32_t)lanes[first].op_value;
  int op = lanes[first].op;
  for (uint32_t l = first; l < w->lanes; l++) {
    if (!(group >> l & 1)) continue;
    ballot |= (uint32_t)(lanes[l].op_value & 1) << l;
    if (l != first) reduced = combine(op, reduced, (uint32_t)lanes[l].op_value);
  }
  if (op >= EMU_OP_MATRIX) {
    whole_warp(w, &lanes[first], group);
    if (op == EMU_OP_MATRIX) matrix_multiply(lanes, group);
    if (op == EMU_OP_MATRIX_ROWS) matrix_deal(lanes, group);
    return;
  }
  for (uint32_t l = first; l < w->lanes; l++) {
    if (!(group >> l & 1)) continue;
    struct thread *t = &lanes[l];
    switch (op) {
    case EMU_OP_SYNC:
      break;
    case EMU_OP_BALLOT:
      t->op_result = ballot;
      break;
    case EMU_OP_ANY:
      t->op_result = ballot != 0;
      break;
    case EMU_OP_ALL:
      t->op_result = ballot == group;
      break;
    case EMU_OP_MATCH_ANY:
      t->op_result = equals(lanes, l, group);
      break;
    case EMU_OP_MATCH_ALL:
      t->op_result = equals(lanes, l, group) == group ? group : 0;
      break;
    case EMU_OP_ACTIVE:
      t->op_result = group;
      break;
    case EMU_OP_SHFL_IDX:
    case EMU_OP_SHFL_UP:
    case EMU_OP_SHFL_DOWN:
    case EMU_OP_SHFL_XOR:
      t->op_result = shuffled(w, lanes, l, group);
      break;
    default:
      t->op_result = reduced;
    }
  }
}
