// Matching: what the lanes of one warp logged becomes warp instructions.
#ifndef EMU_COUNT_MATCH_H
#define EMU_COUNT_MATCH_H

#include "memory/running.h"

void warp_log_flush(struct warp *w, bool segment_ends);
void log_make_room(struct thread *t);        // log_start becomes 0, as it must be when the lane runs on
bool log_only_polls(const struct thread *t); // reads of at most four words, no store
enum { POLLED = 4 };
struct polled { // what a warp that may be polling has read between two warp operations, as one number each
  uint64_t places[POLLED];
  int n;
};
// Whether the lanes have stored nothing since the last warp operation, and read nothing, or what they read in
// one of the last few stretches.
bool log_polls_again(const struct thread *lanes, uint32_t n, struct polled *p);

#endif
