// The fences of a block's threads, and what a release covers because of them: the part of order.c that knows no words.
#ifndef EMU_CHECK_REACH_H
#define EMU_CHECK_REACH_H

#include "check/order.h"

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

// What a release covers besides the epochs before `epoch`, for one scope.
struct reach {
  uint32_t epoch;        // in it, the threads' accesses before these ticks
  const uint16_t *ticks; // NULL: none
  uint16_t own, warp;    // in the release's own epoch: of its thread, of its warp
  bool here;             // there is a fence in that epoch: it covers all epochs before
  const uint16_t *lanes; // NULL, or in place of `warp` lane by lane
};

const struct reach *
reach_now(void); // of a release by the running thread: one for each scope, as long as the launch lasts
// A release by thread `by`, in epoch `at` of its block's run, covers thread tid's access at that tick of that epoch.
bool reach_covers(const struct reach *x, uint32_t by, uint32_t at, uint32_t tid, uint32_t epoch,
                  uint32_t tick);
// The tick before which lane k's accesses of this epoch lie before the last __syncwarp that it shares with lane l.
uint16_t reach_synced(uint32_t k, uint32_t l);
void reach_launch_begin(void);

#endif
