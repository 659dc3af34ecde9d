// What the caches do with the accesses that are counted: for the modelled time alone.
#ifndef EMU_COUNT_TRAFFIC_H
#define EMU_COUNT_TRAFFIC_H

#include "emu/demand.h"
#include "memory/running.h"

extern bool modelling; // off: nothing below is called, and nothing is kept

// One warp instruction on global memory: n accesses of its lanes; or `bytes` bytes in one piece, of so many lanes.
void traffic_request(uint32_t pc, int kind, const uint64_t *addr, const uint32_t *size, int n);
void traffic_run(uint32_t pc, int kind, uint64_t addr, uint64_t bytes, int lanes);
// On shared memory: at `pc`, n lanes, its cost and the least one (cost.h).
void traffic_shared(uint32_t pc, int kind, const uint64_t *addr, uint32_t size, int n, uint64_t cost,
                    uint64_t ideal);
void traffic_adds(uint32_t pc,
                  bool floats);          // an atomic there adds a floating-point number, or the constant 1
void traffic_swaps(uint32_t pc);         // or it compares and swaps: what was there is used
void traffic_adds_used(uint32_t pc);     // and its result is used
void traffic_warp(const struct warp *w); // what follows is of this warp
void traffic_exchange(const struct warp *w);                // it shuffles or votes
void traffic_block(uint32_t pc, uint32_t depth, int lanes); // a warp begins a basic block, so many calls deep
void traffic_launch_begin(uint64_t resident);               // blocks that the device holds at once
void traffic_launch_end(struct emu_demand *sum);            // adds the launch's

#endif
