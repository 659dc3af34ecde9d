// Stretches between barriers, and the ticks of a warp within them.
#include "check/epoch.h"
#include "check/race.h"
#include <string.h>

// A barrier orders the whole block: what warps have agreed on since the last one no longer matters.
void new_epoch(void) {
  M.epoch++;
  race_lane_runs();
  for (uint32_t w = 0; w < L.n_warps; w++) {
    L.warps[w].tick = 1;
    L.warps[w].full_tick = 0;
    if (L.warps[w].pair_used) memset(L.warps[w].pair, 0, sizeof L.warps[w].pair);
    L.warps[w].pair_used = false;
  }
}

void block_advance_tick(struct warp *w) {
  if (++w->tick != UINT16_MAX) return;
  new_epoch(); // as if there had been a barrier: what raced with an access before it goes unseen
}
