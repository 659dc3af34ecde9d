// Shared memory of other blocks of the cluster: whether they are there, and races.
#ifndef EMU_CHECK_CLUSTER_MEMORY_H
#define EMU_CHECK_CLUSTER_MEMORY_H

#include "memory/cluster_blocks.h"

// An access of the running thread to shared memory that is put aside; own: what cluster_block_at() said.
void cluster_access(struct cluster_block *b, uint64_t addr, uint64_t own, uint32_t size, int touch,
                    uint32_t pc);
void cluster_begins(void); // its first block is about to
void cluster_block_begins(void);
void cluster_block_runs(void);     // the running block, which others may have accessed since the last barrier
void cluster_block_ends(void);     // all its threads have
void cluster_barrier_passed(void); // all its blocks wait there, or have ended

#endif
