// Ordinary launches in libemu_fast.a.
#ifndef EMU_RUNTIME_FAST_H
#define EMU_RUNTIME_FAST_H

#include "runtime/schedule.h"

void fast_run(struct block_state *state, uint64_t blocks, uint64_t (*nth)(uint64_t i));
void fast_changed(void); // an atomic of the running thread has: it does not wait
void emu_poll(void); // the running thread may be waiting for another: from time to time, let the others run

#endif
