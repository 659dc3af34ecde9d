// Counting one warp instruction.
#ifndef EMU_COUNT_COUNT_H
#define EMU_COUNT_COUNT_H

#include "memory/running.h"

struct instruction { // one warp instruction: the accesses of its active lanes
  uint32_t pc;
  int space, kind, lanes;
  uint64_t addr[WARP];
  uint32_t size[WARP];
};
void count_instruction(const struct instruction *in);
// The same for loads or stores of neighbouring 4-byte words, ascending from `addr`, or of one word by all lanes.
void count_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes);
void count_block(uint32_t pc, int lanes);

#endif
