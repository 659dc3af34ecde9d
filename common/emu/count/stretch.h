// Stretches: what the lanes of a full warp logged in step.
#ifndef EMU_COUNT_STRETCH_H
#define EMU_COUNT_STRETCH_H

#include "memory/running.h"

// Counts n records of lane 0, with which those of the other lanes agree by place; these follow at LOG_PART.
void count_stretch(const uint32_t *pcs, const uint64_t *addrs, uint32_t n);

#endif
