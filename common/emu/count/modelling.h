// What counting tells of a launch for the modelled time. The model hangs on it: nothing here or below knows one.
#ifndef EMU_COUNT_MODELLING_H
#define EMU_COUNT_MODELLING_H

#include "emu/demand.h"
#include "memory/running.h"

struct model {
  void (*launch_begin)(uint64_t resident);               // blocks that the device holds at once
  void (*launch_end)(struct emu_demand *sum);            // adds the launch's
  void (*warp)(const struct warp *w);                    // what follows is of this warp
  void (*block)(uint32_t pc, uint32_t depth, int lanes); // it begins a basic block, so many calls deep
  void (*exchange)(const struct warp *w);                // it shuffles or votes
  // One warp instruction on global memory: n accesses of its lanes; or `bytes` bytes in one piece, of so many lanes.
  void (*request)(uint32_t pc, int kind, const uint64_t *addr, const uint32_t *size, int n);
  void (*run)(uint32_t pc, int kind, uint64_t addr, uint64_t bytes, int lanes);
  // On shared memory: n lanes, its cost and the least one (cost.h).
  void (*shared)(uint32_t pc, int kind, const uint64_t *addr, uint32_t size, int n, uint64_t cost,
                 uint64_t ideal);
  void (*adds)(uint32_t pc, bool floats); // an atomic there adds a floating-point number, or the constant 1
  void (*adds_used)(uint32_t pc);         // and its result is used
  void (*swaps)(uint32_t pc);             // or it compares and swaps: what was there is used
};
extern const struct model *modelling; // NULL: nothing is modelled, and nothing is kept for it

#endif
