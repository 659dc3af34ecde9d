// The blocks of a long launch on all cores, in libemu_fast.a.
#ifndef EMU_RUNTIME_CORES_H
#define EMU_RUNTIME_CORES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef EMU_FAST

struct grid {
  uint64_t done, blocks;                                      // of `blocks`, the first `done` have run
  uint64_t (*nth)(uint64_t i);                                // the i-th block's number
  void (*run)(uint64_t linear);                               // one block, here
  void (*failed)(int error, uint32_t pc, const char *reason); // a block that ran elsewhere ended the kernel
};

// Of a launch that began at that second: whether what is left of it is worth workers.
double cores_now(void);
bool cores_worth(const struct grid *g, double began);
// Runs the rest on all cores. False: nothing of it, since there can be no workers.
bool cores_run(const struct grid *g);

void cores_give_way(void); // in a worker: the block may be waiting for another worker's
// In a worker: what the process that waits for it has to do. False: this is no worker.
bool cores_allocate(uint64_t bytes, uint32_t pc, uint64_t *address); // address 0: there is no more memory
bool cores_free(uint64_t address, uint32_t pc);
bool cores_failed(int error, uint32_t pc, const char *reason);
void cores_no_launch(void); // a thread launches a kernel: ends the program if this is a worker

#else

static inline bool cores_allocate(uint64_t bytes, uint32_t pc, uint64_t *address) {
  (void)bytes, (void)pc, (void)address;
  return false;
}
static inline bool cores_free(uint64_t address, uint32_t pc) {
  (void)address, (void)pc;
  return false;
}
static inline bool cores_failed(int error, uint32_t pc, const char *reason) {
  (void)error, (void)pc, (void)reason;
  return false;
}
static inline void cores_no_launch(void) {}

#endif
#endif
