// Atomics that wait for each other, since they are on one word or near it. For the modelled time alone.
#ifndef EMU_MODEL_HOT_H
#define EMU_MODEL_HOT_H

#include "emu/demand.h"
#include <stdbool.h>

void hot_begin(uint64_t blocks_at_once); // a launch
void hot_block(void);                    // the next block runs
void hot_atomic(uint64_t sector, uint64_t steps, bool floats);
void hot_end(struct emu_demand *sum);

#endif
