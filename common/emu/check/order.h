// Order between threads, handed over by fences and atomics.
#ifndef EMU_CHECK_ORDER_H
#define EMU_CHECK_ORDER_H

#include "memory/launch.h"
#include "memory/running.h"
#include "check/touch.h"

struct moment { // of the launch: in which block's run, as it appears in reports
  uint32_t block, epoch;
  bool own; // in the running block
  uint64_t linear;
};
void order_launch_begin(void);
void order_block_begin(void);
// What is remembered of the running block; another begins or is taken up.
struct timeline *order_block_put_aside(void);
void order_block_take_up(struct timeline *aside,
                         uint32_t epoch); // epoch: order_epoch() when it was put aside
void order_fence(bool of_block);
void order_sync_global(uint64_t addr, int touch);
uint32_t order_block(void);                                       // the running block's index
void order_sync_shared(uint64_t addr, int touch, uint32_t block); // of the block with that index
// Of the running block: the one in which it was left, if there was no barrier since.
uint32_t order_epoch(void);
struct moment order_when(uint32_t epoch);
// The running thread may rely on that thread's accesses before that tick of that moment.
bool order_covers(const struct moment *at, uint32_t tid, uint32_t tick);
const char *order_lacks(const struct moment *at, uint32_t tid,
                        uint32_t tick); // advice, NULL if nothing is known
// Advice where both blocks use words that may be flags or counters, NULL where not.
const char *order_lacks_fence(const struct moment *at);
bool order_any(void);         // something was handed over to the running block, whoever did it
extern bool order_took_turns; // a block of this launch has gone on after another had run

#endif
