// Fibers: a thread of a block is a coroutine.
#ifndef EMU_RUNTIME_FIBER_H
#define EMU_RUNTIME_FIBER_H

#include "runtime/schedule.h"

void fibers_prepare(struct block_state *state,
                    uint32_t n);    // enter it; contexts and stacks for threads 0..n-1
void fiber_run(struct thread *t);   // from the scheduler: run until the thread yields
void fiber_yield(enum state state); // from the thread
void fiber_switch(struct context *from, struct context *to);
_Noreturn void fiber_abort(void);    // from the thread: give up the whole launch
bool fiber_guard_hit(uint64_t addr); // the address lies in the guard page below the running thread's stack

#endif
