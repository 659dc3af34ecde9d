// Races: each access of the running thread is checked against what its words remember.
#ifndef EMU_CHECK_RACE_H
#define EMU_CHECK_RACE_H

#include "memory/running.h"
#include "check/touch.h"

// The race check for what happens most: one more plain load of a whole word that the block has read since its
// last barrier. False, and nothing remembered, where the whole check of race.c is due. stamp: what the shadow word's must be.
static inline bool race_repeated_load(struct shadow *c, bool shared, uint16_t stamp, uint32_t pc) {
  uint32_t epoch = M.epoch;
  if (c->r_epoch != epoch || c->r_bytes != 15 || c->r_kind != PLAIN || c->bytes != 15 || c->stamp != stamp)
    return false;
  if (c->w_epoch == epoch ? c->w_tid != M.tid
                          : !shared && c->w_epoch >= M.launch_epoch && c->w_epoch < M.block_epoch)
    return false;
  if (c->r_warp != M.warp_index) {
    c->r_prev = c->r_warp;
    c->r_warp = M.warp_index;
    c->r_lanes = 0;
  } else if (c->r_tick != M.tick) {
    c->r_lanes = 0;
  }
  c->r_lanes |= M.lane_bit;
  c->r_tick = M.tick;
  c->r_pc = pc;
  return true;
}

void race_global(struct shadow *shadow, uint64_t base, uint64_t addr, uint32_t size, int touch, uint32_t pc);
void race_shared(struct shadow *shadow, uint64_t base, uint64_t addr, uint32_t size, int touch, uint32_t pc);
void race_settle(void);                          // decide a pending race: before the thread waits or ends
void race_next_access(uint64_t addr, int touch); // decide it by the thread's next access, if that is enough
void race_launch_begin(void);
void race_block_begin(void); // forget what the last block left in shared memory

#endif
