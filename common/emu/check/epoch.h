// Stretches between barriers, and the ticks of a warp within them.
#ifndef EMU_CHECK_EPOCH_H
#define EMU_CHECK_EPOCH_H

#include "memory/launch.h"
#include "memory/running.h"

void new_epoch(void);                    // a barrier orders the whole block
void block_advance_tick(struct warp *w); // so that what a lane did before can be told from what comes

#endif
