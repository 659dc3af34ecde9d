// This rank, for the files of its course; those that stand for MPI and NCCL see job.h alone.
#ifndef PMPP_RANK_SELF_H
#define PMPP_RANK_SELF_H

#include "worker/job.h"

struct this_rank {
  struct memory memory;
  struct job *job; // NULL: there is none
  int number, of;  // from 0; how many there are
};
extern struct this_rank this_rank;

// The case is done in this rank, or it cannot go on: the worker may look at the reply.
void rank_finish(enum job_state state);

#endif
