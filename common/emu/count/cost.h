// What one warp instruction costs.
#ifndef EMU_COUNT_COST_H
#define EMU_COUNT_COST_H

#include "memory/running.h"

struct instruction { // one warp instruction: the accesses of its active lanes, to one space and of one kind
  int space, kind, lanes;
  uint64_t addr[WARP];
  uint32_t size[WARP];
};

struct request_cost {
  uint64_t bytes; // that its lanes ask for
  uint64_t
      cost; // global: sectors; shared: wavefronts; constant: words; an atomic: lanes on its busiest address
  uint64_t ideal; // the cost if its bytes were packed, or without conflicts; of an atomic nothing
};

// A request costs the same if all its addresses are moved by a whole number of sectors, and outside global memory by words.
struct request_cost cost_of(const struct instruction *in);

#endif
