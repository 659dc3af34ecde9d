// One block: how its threads take turns.
#ifndef EMU_RUNTIME_BLOCK_H
#define EMU_RUNTIME_BLOCK_H

#include "runtime/schedule.h"

void block_begin(uint64_t linear);
void block_run(void); // until its threads are done, or wait for the grid, or for other blocks (M.waits)
bool block_waits_for_grid(void);
void block_resume(uint64_t linear); // behind the grid barrier
void block_go_on(uint64_t linear);  // where it gave way
void block_pass_cluster_barrier(uint64_t linear);
void block_enter(uint64_t linear);       // note which block runs, and that nothing before it is ordered
void block_place_threads(void);          // sets the threads' indices, once for all blocks of a shape
void block_order_warps(uint32_t *order); // the order in which its warps run

uint64_t block_changes(void); // grows with what the launch's threads store, with their atomics and ends

#endif
