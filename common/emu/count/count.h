// Counting one warp instruction.
#ifndef EMU_COUNT_COUNT_H
#define EMU_COUNT_COUNT_H

#include "count/cost.h"
#include "memory/running.h"

// One warp instruction: the records of its active lanes, which all go the same way.
void count_request(uint32_t pc, const uint64_t *packed, int lanes);
// The same for loads or stores of neighbouring 4-byte words, ascending from `addr`, or of one word by all lanes.
void count_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes);
void count_block(uint32_t pc, uint32_t depth, int lanes);

// What one of the latter two counts, and how often.
struct counted {
  uint32_t pc;
  int space, kind, lanes;
  struct request_cost cost;
  uint64_t times;
};
struct counted counted_run(uint32_t pc, int space, int kind, uint64_t addr, int words, int lanes); // once
struct counted counted_block(uint32_t pc, int lanes);
bool counted_alike(const struct counted *a, const struct counted *b); // but for how often
void count_again(const struct counted *c); // for no model of the caches, and on one device

#endif
