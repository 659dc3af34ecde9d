// Counting one warp instruction.
#ifndef EMU_COUNT_COUNT_H
#define EMU_COUNT_COUNT_H

#include "memory/running.h"

// One warp instruction: the records of its active lanes, which all go the same way.
void count_request(uint32_t pc, const uint64_t *packed, int lanes);
// The same for loads or stores of neighbouring 4-byte words, ascending from `addr`, or of one word by all lanes.
void count_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes);
void count_block(uint32_t pc, uint32_t depth, int lanes);

#endif
