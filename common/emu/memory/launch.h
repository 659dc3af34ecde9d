// The launch under way, and the settings and errors that outlive it.
#ifndef EMU_MEMORY_LAUNCH_H
#define EMU_MEMORY_LAUNCH_H

#include "base/random.h"
#include "include/cuda_runtime_api.h"
#include "memory/thread.h"

struct launch {
  uint32_t grid[3], block[3], block_index[3], n_threads, n_warps;
  uint64_t block_linear;
  const char *kernel;
  uint32_t entry_pc;        // in the launched function, once a thread has entered it
  uint32_t launch_pc;       // where the host asks for it
  const char *dynamic_name; // of its dynamic shared memory; NULL: not asked for, "": it has several
  uint64_t parameters, parameter_bytes; // host memory that holds the kernel's arguments
  struct thread *thread;                // of the running block
  struct warp *warps;
  bool aborted;
  bool cooperative;      // the launch's blocks are all on the device at once and may wait for each other
  uint64_t blocks_begun; // of an ordinary launch
  uint64_t resident;     // of its blocks the device holds so many at once
  bool may_wait;         // the running block gives way when all its threads only poll what others would store
  bool held;             // it gives way before a fence (delayed.c)

  // the program
  uint64_t seed;
  bool adverse; // the schedule does what a device seldom does (emu_adverse_schedule)
  int error;    // sticky device error
  bool embedded, fatal;
};
extern struct launch L;

static inline uint64_t seed_mix(uint64_t x) { // a number that looks random, the same for the same x
  return random_mix(x);
}

#endif
