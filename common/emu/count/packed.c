// One warp instruction from packed records: which request it is, of which space and kind.
#include "count/packed.h"
#include "count/count.h"
#include "count/sample.h"
#include "memory/running.h"

// What most warp instructions are: loads or stores of one word by all lanes (`apart` is 0), or of neighbouring words
// (`no_run` is 0), the first lane's at `first`. False, and nothing counted, where it is something else.
static inline bool count_if_run(uint32_t pc, uint64_t first, int lanes, uint64_t apart, uint64_t no_run) {
  int kind = log_kind(first);
  if (log_size(first) != 4 || kind == KIND_ATOMIC || first & 3 || (apart && no_run)) return false;
  count_run(pc, log_space(first), kind, log_addr(first), apart ? lanes : 1, lanes);
  return true;
}

// One warp instruction whose lanes all go the same way: to one space, as loads, as stores or as atomics.
static void count_same_way(uint32_t pc, const uint64_t *packed, int lanes, uint64_t apart, uint64_t no_run) {
  if (!count_if_run(pc, packed[0], lanes, apart, no_run)) count_request(pc, packed, lanes);
}

// The same, kept for a picture too.
static void count_and_keep(uint32_t pc, const uint64_t *packed, const uint32_t *lane, int lanes,
                           uint64_t apart, uint64_t no_run) {
  struct cost before = sample_cost();
  count_same_way(pc, packed, lanes, apart, no_run);
  sample_request(pc, packed, lane, lanes, before);
}

void count_packed(uint32_t pc, const uint64_t *packed, const uint32_t *lane, int lanes) {
  if (pc & LOG_BLOCK) {
    count_block(pc & ~LOG_BLOCK, log_depth(packed[0]), lanes);
    if (!sampling) return;
    uint32_t mask = 0;
    for (int l = 0; l < lanes; l++) mask |= 1u << lane[l];
    sample_block(pc & ~LOG_BLOCK, mask);
    return;
  }
  uint64_t apart = 0, no_run = 0;
  for (int l = 0; l < lanes; l++) {
    apart |= packed[l] ^ packed[0];
    no_run |= packed[l] ^ (packed[0] + 4 * (uint64_t)l);
  }
  if (log_same_way(apart, 0)) {
    if (sampling)
      count_and_keep(pc, packed, lane, lanes, apart, no_run);
    else
      count_same_way(pc, packed, lanes, apart, no_run);
    return;
  }
  uint64_t same[WARP], other[WARP];
  uint32_t same_lane[WARP], other_lane[WARP];
  int n = 0, others = 0;
  for (int l = 0; l < lanes; l++) {
    bool joins = log_same_way(packed[l], packed[0]);
    *(joins ? &same[n] : &other[others]) = packed[l];
    *(joins ? &same_lane[n++] : &other_lane[others++]) = lane[l];
  }
  count_packed(pc, same, same_lane, n);
  count_packed(pc, other, other_lane, others);
}
