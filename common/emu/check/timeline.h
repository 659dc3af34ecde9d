// The fences of a block's threads, epoch by epoch.
#ifndef EMU_CHECK_TIMELINE_H
#define EMU_CHECK_TIMELINE_H

#include "memory/running.h"

enum { DEVICE, BLOCK, SCOPES }; // a fence of device scope is one of block scope too

struct fence {
  uint32_t epoch;
  uint16_t tick;   // accesses of the thread in that epoch lie before it if their tick is smaller
  uint16_t synced; // the same for the other lanes of its warp
};

// The fences of a block's threads, so far as it has run.
struct timeline {
  struct fence last[SCOPES][MAX_BLOCK], before[SCOPES][MAX_BLOCK]; // before: the last one of an earlier epoch
  // The last one before the latest __syncwarp, while a lane is ahead of others and has executed another fence behind it.
  struct fence passed[SCOPES][MAX_BLOCK];
  uint32_t unfenced[SCOPES][MAX_BLOCK];         // the latest acquisition without a fence behind it (order.c)
  uint32_t epoch[SCOPES], epoch_before[SCOPES]; // the latest epoch with a fence, and the latest before that
  uint32_t block;                               // index in `blocks`
  struct timeline *next;                        // among the spare ones
};

extern struct timeline *T; // the running block's
// The epoch in which the running block was left, if it is one that goes on and has met no barrier since; else 0.
extern uint32_t resumed_epoch;

#endif
