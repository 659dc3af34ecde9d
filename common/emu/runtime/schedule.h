// The schedule: whose turn it is, how long it has been running.
#ifndef EMU_RUNTIME_SCHEDULE_H
#define EMU_RUNTIME_SCHEDULE_H

#include "memory/launch.h"
#include "memory/running.h"

// Where one block's threads live. An ordinary launch needs one block state, since its blocks run one after another;
// a cooperative launch needs one for each block.
struct block_state {
  struct thread thread[MAX_BLOCK];
  struct warp warps[MAX_WARPS];
  char *stacks;
  uint32_t prepared; // threads that have a fiber
  uint32_t shape[3]; // of the block for which the threads' indices are set
};

struct schedule {
  void (*body)(void *); // of the launch's threads
  void *closure;
  uint64_t steps;         // of the launch
  uint64_t block_began;   // value of steps when the running block began
  uint64_t block_steps;   // value of steps then, or when it was last seen to change something
  uint64_t block_changes; // what it had changed then (block_changes())
  int block_renewals;     // how often it was
  uint64_t most_steps;    // of a block, after which it counts as endless; EMU_STEPS, in millions
  bool steps_are_told;    // by EMU_STEPS
  bool deals_turns;       // to lanes, in another order: an adverse launch has done an atomic
  struct context scheduler;
  struct block_state *state; // of the running block
  bool waits;                // the running block has given way
  // all others on the device have polled in vain, for long: it is told of if it polls once more
  bool hopeless;
  uint64_t moves; // of threads: atomics that changed something, ends
  void (*yields)(
      enum state state); // in place of fiber_yield(), in an ordinary launch of libemu_fast.a; or NULL
};
extern struct schedule S;

#endif
