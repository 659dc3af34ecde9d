// One reply and one report of those of a job's ranks.
#ifndef PMPP_MERGE_H
#define PMPP_MERGE_H

#include "worker/job.h"

// The reply is that of the first rank which could not go on, else of the first whose call failed, else rank 0's. The report has
// the counts of all ranks, each rank's hazards with its number, and the launches of rank 0.
void merge_replies(const struct job *job, struct pmpp_reply *reply, struct emu_report *report);

#endif
