// The submission's collective calls of MPI. All ranks have to make the same ones in the same order.
#include "worker/messages.h"
#include "emu/emu.h"
#include <stdio.h>

enum collective { BARRIER, BCAST, REDUCE, ALLREDUCE };
static const char *const names[] = {"MPI_Barrier", "MPI_Bcast", "MPI_Reduce", "MPI_Allreduce"};

// The n-th collective call of a rank has to be the same one as that of all others: the first to come says which.
static void compare(const struct job_call *call, enum collective kind) {
  static unsigned n;
  atomic_uint *told = &rank_job()->collective[++n % JOB_COLLECTIVES];
  unsigned own = n << 8 | (unsigned)kind, other = atomic_load(told);
  while (other >> 8 != n)
    if (atomic_compare_exchange_weak(told, &other, own)) return;
  if (other == own) return;
  char what[160];
  snprintf(what, sizeof what, "%s where another rank calls %s: it is the collective call number %u of both",
           call->name, names[other & 0xff], n);
  emu_found(EMU_HAZARD_DEADLOCK, (const void *)call->caller,
            "all ranks have to make the same collective calls in the same order", what);
  rank_stops();
}

static struct job_call call_of_all(enum collective kind, const void *caller) {
  struct job_call call = message_call(names[kind], caller);
  compare(&call, kind);
  return call;
}

static int collective(struct job_call call, int error, MPI_Request request) {
  struct item item = {.request = request, .way = 'c', .caller = (const void *)call.caller};
  message_check(error, &call);
  return message_await(call, &item, 1, NULL);
}

static void touch(const struct job_call *call, const void *buffer, int count, MPI_Datatype type, int writes) {
  if (buffer != MPI_IN_PLACE)
    emu_host_access(buffer, message_bytes_of(count, type), writes, (const void *)call->caller);
}

int MPI_Barrier(MPI_Comm comm) {
  struct job_call call = call_of_all(BARRIER, CALLER);
  MPI_Request request;
  int error = PMPI_Ibarrier(comm, &request);
  return collective(call, error, request);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  struct job_call call = call_of_all(BCAST, CALLER);
  MPI_Request request;
  touch(&call, buffer, count, type, root != pmpp_rank());
  int error = PMPI_Ibcast(buffer, count, type, root, comm, &request);
  return collective(call, error, request);
}

int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  struct job_call call = call_of_all(REDUCE, CALLER);
  MPI_Request request;
  touch(&call, in, count, type, 0);
  if (root == pmpp_rank()) touch(&call, out, count, type, 1);
  int error = PMPI_Ireduce(in, out, count, type, op, root, comm, &request);
  return collective(call, error, request);
}

int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  struct job_call call = call_of_all(ALLREDUCE, CALLER);
  MPI_Request request;
  touch(&call, in, count, type, 0);
  touch(&call, out, count, type, 1);
  int error = PMPI_Iallreduce(in, out, count, type, op, comm, &request);
  return collective(call, error, request);
}
