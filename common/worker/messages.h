// What the files use of each other that stand for MPI and NCCL in a rank, and rank.c of them.
#ifndef PMPP_MESSAGES_H
#define PMPP_MESSAGES_H

#include "worker/job.h"
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

// In a function that the submission calls: the address behind the call.
#define CALLER __builtin_return_address(0)

struct item { // something under way
  MPI_Request request;
  char way; // as in struct job_call; 'c': a collective call; 0: nothing
  int other, tag;
  void *buffer; // of the program
  size_t bytes;
  char *staged;                // what MPI sends, or receives into
  struct emu_message *message; // NULL: none
  const char *name;            // of the call that began it
  const void *caller;
  MPI_Status status; // when it is done
};

size_t message_bytes_of(int count, MPI_Datatype type);
struct job_call message_call(const char *name, const void *caller);

// Ends the rank where `error`, of MPI's, is one; else returns it.
int message_check(int error, const struct job_call *call);

// Begins to send or to receive `bytes`, by a call named `name`.
struct item message_send(const char *name, const struct job_call *call, const void *buffer, int count,
                         MPI_Datatype type, int to, int tag, MPI_Comm comm);
struct item message_receive(const char *name, const struct job_call *call, void *buffer, int count,
                            MPI_Datatype type, int from, int tag, MPI_Comm comm);

// One look at what is under way. Returns how many are left, which `call` then names.
int message_look(struct job_call *call, struct item *const *item, int n);

// Waits until all n are done, or with `any` one of them; the second counts it as a wait of the host's. Return MPI_SUCCESS.
int message_until(struct job_call call, struct item *const *item, int n, bool any);
int message_await(struct job_call call, struct item *const *item, int n, bool any);

// The contract function has returned. A request that nobody has waited for is a hazard, from which the rank cannot go on.
void requests_end(void);
// What a rank has beside MPI: on the emulator NCCL (nccl.c), of which a group that is open when the contract function has
// returned is likewise a hazard, and a communicator that is left; on a device what MPI says of it (rank_gpu.c).
void beside_mpi_start(void);
void beside_mpi_end(void);

// MPI takes device pointers, as the case has it.
extern bool message_cuda_aware;

#endif
