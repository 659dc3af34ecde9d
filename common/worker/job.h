// What the processes of a job of ranks share, at the end of the memory file: see README.md, "A job of ranks".
#ifndef PMPP_JOB_H
#define PMPP_JOB_H

#include "worker/args.h"
#include <semaphore.h>
#include <stdatomic.h>

enum { JOB_MOST_RANKS = 8, JOB_MOST_AWAITED = 4, JOB_COLLECTIVES = 64 };

enum job_state {
  JOB_STARTS,   // it has not come to its first case
  JOB_RUNS,     // the submission's code, or ours around it
  JOB_WAITS,    // in a call of MPI
  JOB_RETURNED, // from the contract function; waits for the others to return
  JOB_DONE,     // its reply is there
  JOB_ENDED,    // likewise, and it cannot go on
};

// A call of MPI. Stays after the call, so that messages can name the last one.
struct job_call {
  char name[20];
  uint64_t caller; // the address behind the program's call
  int n;           // of `awaited`; 0: a collective call, which waits for all
  struct {
    char way; // 's': a message to be received by the other rank; 'r': one to come from there
    int other, tag;
  } awaited[JOB_MOST_AWAITED];
};

struct job_rank {
  sem_t go; // the next case may begin
  atomic_uint state;
  atomic_ullong ended; // calls of MPI
  atomic_ullong looks; // in vain, for what it waits for
  struct job_call call;
  int result; // JOB_RETURNED: what the contract function has answered
  struct pmpp_reply reply;
  struct emu_report report;
};

struct job {
  sem_t done; // once for each rank that is JOB_DONE or JOB_ENDED
  int ranks;
  // Of the last collective calls, in turns: the call's number from 1 and, in the low byte, which it is.
  atomic_uint collective[JOB_COLLECTIVES];
  struct pmpp_request request;
  struct job_rank rank[JOB_MOST_RANKS];
};

static inline struct job *job_of(const struct memory *m) {
  return (struct job *)((char *)m->wire + (m->bytes - sizeof(struct job)) / PMPP_ALIGN * PMPP_ALIGN);
}

// Has the request's case run by a job of ranks, which is started where there is none yet, and fills reply and report. A worker
// has one number of ranks.
void job_run(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply);

// The main function of a process that mpirun has started; path: the memory file.
int rank_main(const char *path);

// Both, for worker.c. In a worker of a lab that has no task of ranks nothing else asks for them: then this has no address, and
// the worker needs no MPI.
extern const struct job_parts {
  void (*run)(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply);
  int (*main_of_rank)(const char *path);
} job_parts __attribute__((weak));

// The job and the state of this rank, for messages.c. NULL: there is no job.
struct job *rank_job(void);
struct job_rank *rank_self(void);

// A look was in vain: waits a moment before the next one, longer the more there have been.
void rank_pause(unsigned looks);

// This rank cannot go on: a hazard that is in the report says why, or `why` does. They do not return.
_Noreturn void rank_stops(void);
_Noreturn void rank_dies(const void *caller, const char *why, ...) __attribute__((format(printf, 2, 3)));

#endif
