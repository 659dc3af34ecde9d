// What messages.c and collective.c use of each other, and rank.c of them.
#ifndef PMPP_MESSAGES_H
#define PMPP_MESSAGES_H

#include "worker/job.h"
#include <mpi.h>
#include <stddef.h>

// In a function that the submission calls: the address behind the call.
#define CALLER __builtin_return_address(0)

struct item { // something under way
  MPI_Request request;
  char way; // as in struct job_call; 'c': a collective call
  int other, tag;
  void *buffer; // 'r': where it comes
  size_t bytes;
  const void *caller; // of the call that began it
};

size_t message_bytes_of(int count, MPI_Datatype type);
struct job_call message_call(const char *name, const void *caller);

// Ends the rank where `error`, of MPI's, is one; else returns it.
int message_check(int error, const struct job_call *call);

// Waits until all n are done. status: NULL, or one for each. Returns MPI_SUCCESS.
int message_await(struct job_call call, struct item *item, int n, MPI_Status *status);

// The contract function has returned. A request that nobody has waited for is a hazard, from which the rank cannot go on.
void messages_end(void);

#endif
