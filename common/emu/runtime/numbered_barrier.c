// Barriers with numbers (PTX's bar.sync a, n): some of a block's threads meet at each. Arrivals are counted by the program's own
// atomics (emu_ptx.h), which order what is handed over; here a thread waits for the phase, without polls.
#include "runtime/numbered_barrier.h"
#include "check/hazard.h"
#include "runtime/fiber.h"

// Another number for each run of a block.
unsigned long long emu_block_run(void) {
  return (unsigned long long)M.launch_stamp << 48 ^ (L.block_linear + 1);
}

// Until the word's upper half is another one than `phase`.
void emu_numbered_wait(const volatile unsigned *word, unsigned phase) {
  struct thread *t = M.self;
  t->barrier_pc = (uint32_t)(uintptr_t)__builtin_return_address(0);
  while (*word >> 16 == phase) {
    t->numbered = (uint64_t)word;
    fiber_yield(FAST ? LOG_FULL : AT_NUMBER);
  }
}

// Its last thread has come.
void emu_numbered_wake(const volatile unsigned *word) {
  for (struct thread *t = L.thread; t < L.thread + L.n_threads && !FAST; t++)
    if (t->state == AT_NUMBER && t->numbered == (uint64_t)word) t->state = READY;
}

void numbered_stuck(void) {
  const struct thread *first = NULL;
  unsigned waiting = 0;
  for (const struct thread *t = L.thread; t < L.thread + L.n_threads; t++) {
    if (t->state != AT_NUMBER) continue;
    if (!first) first = t;
    waiting += t->numbered == first->numbered;
  }
  if (!first) return;
  M.self = (struct thread *)first; // in a kernel, for the report
  hazard(
      EMU_HAZARD_DEADLOCK,
      (struct access_site){first->barrier_pc, L.block_linear, (uint32_t)(first - L.thread)}, NULL,
      "a numbered barrier lets go when so many threads have come as its call says: count those that arrive "
      "and those that wait, in whole warps, each time",
      "%u threads wait at a numbered barrier, and no other thread comes", waiting);
  M.self = NULL;
  L.error = cudaErrorLaunchTimeout;
  L.aborted = true;
}
