// Ordinary launches in libemu_fast.a.
#ifndef EMU_RUNTIME_FAST_H
#define EMU_RUNTIME_FAST_H

#include "runtime/schedule.h"

void fast_run(struct block_state *state, uint64_t blocks, uint64_t (*nth)(uint64_t i));
void fast_watch(void); // names a thread that does not come to an end; anew in a copy of the process
void fast_yield(enum state state);
void fast_changed(void); // an atomic of the running thread has: it does not wait
void emu_poll(void); // the running thread may be waiting for another: from time to time, let the others run

#endif
