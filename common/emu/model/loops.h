// The loops of a launch, and what of a warp's shared loads nvcc makes one of: for the modelled time alone.
#ifndef EMU_MODEL_LOOPS_H
#define EMU_MODEL_LOOPS_H

#include "emu/demand.h"
#include "memory/running.h"

enum { LOOP_NEST = 24, WARPS_A_BLOCK = 32 };

void loop_begin(void);                // of a launch
void loop_warp(const struct warp *w); // what follows is of this warp
void loop_block(uint32_t pc, uint32_t depth, int lanes);
// A number of the stretch of code that the warp is in: a basic block, some iterations of a loop or all of it. nvcc brings a stretch's
// loads together, so that the warp waits for them once.
uint64_t loop_stretch(void);
uint64_t loop_straight(uint64_t stretch); // the same, but all of what lies between two loops is one
void loop_request(void);                  // in the block that was told last
void loop_end(struct emu_demand *sum);

// Where a warp is: the loops around it, the outermost first, and in which iteration of each.
struct loop_nest {
  uint32_t n, loop[LOOP_NEST];
  uint64_t iteration[LOOP_NEST];
};
void loop_where(struct loop_nest *at);
// The loads from one place to the other become one where nvcc unrolls the loops between them: so many requests and wavefronts less.
void loop_merged(const struct loop_nest *from, const struct loop_nest *to, uint64_t requests,
                 uint64_t wavefronts);

// Loads of neighbouring words of shared memory, one after another, which nvcc makes loads of 8 or 16 bytes (merge.c).
void merge_begin(void);                                  // of another warp, or behind a store or a barrier
uint64_t wide_cost(uint32_t bytes, uint64_t wavefronts); // of a load of so many bytes a lane
void merge_load(const uint64_t *addr, uint32_t size, int lanes, uint64_t wavefronts);

#endif
