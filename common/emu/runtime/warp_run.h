// How the lanes of one warp take turns.
#ifndef EMU_RUNTIME_WARP_RUN_H
#define EMU_RUNTIME_WARP_RUN_H

#include "runtime/schedule.h"

// Full logs of nothing but polling (20 million steps) after which a thread counts as waiting.
#define POLLING_LOGS 10000
// Full logs of polling after which a block gives way to others.
#define WAITING_LOGS 2

static inline bool warp_lane_can_run(const struct thread *t) {
  return t->state == READY || t->state == LOG_FULL;
}

bool warp_run(struct warp *w); // true if a lane has got on
// Every thread of [from, end) that can run only polls, for a value that none of them stores.
bool warps_only_poll(const struct thread *from, const struct thread *end);

#endif
