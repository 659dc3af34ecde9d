// The submission's collective calls of MPI. All ranks have to make the same ones in the same order.
#include "worker/messages.h"
#include "emu/emu.h"
#include "worker/backend.h"
#include <stdio.h>
#include <stdlib.h>

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
  struct item item = {.request = request, .way = 'c', .caller = (const void *)call.caller}, *one = &item;
  message_check(error, &call);
  return message_await(call, &one, 1, false);
}

// ---- buffers ----

// A buffer of the program as MPI sees it: itself, or a copy of ours where it lies on a device.
struct buffer {
  void *program, *staged;
  size_t bytes;
  struct emu_message *message;
};

static void *open_buffer(struct buffer *b, const struct job_call *call, const void *buffer, int count,
                         MPI_Datatype type, bool writes) {
  *b = (struct buffer){(void *)buffer, (void *)buffer, message_bytes_of(count, type), NULL};
  if (buffer == MPI_IN_PLACE || !b->bytes) return b->staged;
  if (emu_device_of(buffer) < 0 || !message_cuda_aware) {
    emu_host_access(buffer, b->bytes, writes, (const void *)call->caller);
    return b->staged;
  }
  if (!backend_stages_messages) return b->staged;
  b->staged = malloc(b->bytes);
  if (!b->staged) abort();
  b->message =
      emu_message_begin("a collective call", buffer, b->bytes, writes, 0, (const void *)call->caller);
  emu_read(b->staged, buffer, b->bytes);
  return b->staged;
}

static void close_buffer(struct buffer *b, bool writes) {
  if (!b->message) return;
  emu_message_end(b->message);
  if (writes) emu_write(b->program, b->staged, b->bytes);
  free(b->staged);
}

// ---- calls ----

int MPI_Barrier(MPI_Comm comm) {
  struct job_call call = call_of_all(BARRIER, CALLER);
  MPI_Request request;
  int error = PMPI_Ibarrier(comm, &request);
  return collective(call, error, request);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  struct job_call call = call_of_all(BCAST, CALLER);
  MPI_Request request;
  struct buffer b;
  bool writes = root != pmpp_rank();
  int error =
      PMPI_Ibcast(open_buffer(&b, &call, buffer, count, type, writes), count, type, root, comm, &request);
  collective(call, error, request);
  close_buffer(&b, writes);
  return MPI_SUCCESS;
}

int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  struct job_call call = call_of_all(REDUCE, CALLER);
  MPI_Request request;
  struct buffer from, to;
  bool writes = root == pmpp_rank();
  void *staged = open_buffer(&from, &call, in, count, type, false);
  void *result = writes ? open_buffer(&to, &call, out, count, type, true) : NULL;
  int error = PMPI_Ireduce(staged, result, count, type, op, root, comm, &request);
  collective(call, error, request);
  close_buffer(&from, false);
  if (writes) close_buffer(&to, true);
  return MPI_SUCCESS;
}

int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  struct job_call call = call_of_all(ALLREDUCE, CALLER);
  MPI_Request request;
  struct buffer from, to;
  void *staged = open_buffer(&from, &call, in, count, type, false);
  void *result = open_buffer(&to, &call, out, count, type, true);
  int error = PMPI_Iallreduce(staged, result, count, type, op, comm, &request);
  collective(call, error, request);
  close_buffer(&from, false);
  close_buffer(&to, true);
  return MPI_SUCCESS;
}
