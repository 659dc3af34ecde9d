// The barriers of a block.
#ifndef EMU_RUNTIME_BARRIER_H
#define EMU_RUNTIME_BARRIER_H

#include "runtime/schedule.h"

void barrier_release(uint32_t done);          // let all go on that wait at it; done: threads that have ended
int barrier_vote(int op, int count, int all); // what a barrier of that kind returns
// All threads of the block are done: what is to be said of a barrier that others had returned before.
void barrier_block_ends(void);
void barrier_mixed(void); // ends the launch where some threads wait for the grid, others for the block
void barrier_end_phase(struct thread *t); // it has reached a barrier, or its end

#endif
