// Ranks that wait for each other.
#ifndef PMPP_DEADLOCK_H
#define PMPP_DEADLOCK_H

#include "worker/job.h"
#include <stdbool.h>

struct deadlock { // what was seen the last time
  bool begun;
  unsigned long long ended, looks[JOB_MOST_RANKS];
};

// True where no rank can go on: each waits in MPI or has returned, and each has looked a few hundred times since anything
// has happened. To be called again and again.
bool deadlock_found(struct deadlock *d, const struct job *job);

// Adds the hazard: which rank waits for which, with the lines of two.
void deadlock_tell(const struct job *job, struct pmpp_reply *reply, struct emu_report *report);

// Where each rank is, in words.
void deadlock_states(const struct job *job, char *words, size_t size);

#endif
