// Races: each access of the running thread is checked against what its words remember.
#ifndef EMU_CHECK_RACE_H
#define EMU_CHECK_RACE_H

#include "memory/running.h"
#include "check/touch.h"

// A lane runs on, or an epoch or a tick has begun under it.
static inline void race_lane_runs(void) {
  M.again = shadow_again(M.epoch, M.reader);
}

// A write of another thread that the running one may race with.
static inline bool race_with_write(const struct shadow *c, bool shared) {
  if (__builtin_expect(c->w_epoch == M.epoch, 0)) return c->w_tid != M.tid;
  return !shared && c->w_epoch - M.launch_epoch < M.block_epoch - M.launch_epoch;
}

// The race check for what happens most, plain accesses of whole words in which there is nothing to find. False, and
// nothing lost, where the whole check of race.c is due.
bool race_plain_load(struct shadow *c, bool shared, uint32_t pc);
bool race_plain_store(struct shadow *c, bool shared, uint32_t pc);
// Of these the most frequent, without a call: a load of what has been so read since the last barrier.
static inline __attribute__((always_inline)) bool race_load_again(struct shadow *c, bool shared,
                                                                  uint32_t pc) {
  uint64_t again = c->again;
  if (__builtin_expect_with_probability(again == M.again, 1, 0.5)) {
    c->r_lanes |= M.lane_bit;
  } else { // another warp or tick
    uint64_t differs = again ^ M.again;
    if (__builtin_expect(differs & ~SHADOW_READER, 0)) return false;
    if (__builtin_expect(differs >> 48, 1))
      c->r_prev = again >> 48 & 0x7f;
    else if (shared && (c->r_lanes != M.lane_bit || c->r_prev != NO_WARP))
      return false; // in order?
    else
      c->r_pc = pc;
    c->again = M.again;
    c->r_lanes = M.lane_bit;
  }
  return true;
}

void race_global(struct shadow *shadow, uint64_t base, uint64_t addr, uint32_t size, int touch, uint32_t pc);
void race_shared(struct shadow *shadow, uint64_t base, uint64_t addr, uint32_t size, int touch, uint32_t pc);
void race_settle(void);                          // decide a pending race: before the thread waits or ends
void race_next_access(uint64_t addr, int touch); // decide it by the thread's next access, if that is enough
// What the launch under way has done to one word of global memory: the bytes, the places, whether all by atomics.
struct race_use {
  uint8_t read, written; // read and not written; written
  bool read_sync, written_sync;
  uint32_t read_pc, written_pc;
};
struct race_use race_use_of(const struct shadow *c);
void race_launch_begin(void);
void race_cluster_begins(void); // the words of shared memory have no split ones left
void race_block_begin(void);    // forget what the last block left in shared memory

#endif
