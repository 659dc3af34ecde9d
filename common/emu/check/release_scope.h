// The fences of a block's threads, and what a release covers because of them: the part of order.c that knows no words.
#ifndef EMU_CHECK_RELEASE_SCOPE_H
#define EMU_CHECK_RELEASE_SCOPE_H

#include "check/order.h"
#include "check/timeline.h"
#include <stdbool.h>

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
