// The submission's calls of MPI that wait: each goes to MPI by its PMPI name, and leaves in the job what it waits for.
//
// A send waits until its message is received, also where MPI would have room for it: a program that relies on that room is told so at
// every size. Nobody waits inside MPI, which would take a processor: a call looks, and sleeps a moment. MPI sees memory of
// ours alone: a message is what the buffer held when it was sent, and comes to its buffer when somebody has waited for it.
#include "worker/messages.h"
#include "emu/emu.h"
#include "worker/backend.h"
#include "worker/job.h"
#include "worker/worker.h"
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool message_cuda_aware;

size_t message_bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  if (count < 0 || PMPI_Type_size(type, &size)) return 0;
  return (size_t)count * (size_t)size;
}

struct job_call message_call(const char *name, const void *caller) {
  struct job_call call = {.caller = (uintptr_t)caller};
  snprintf(call.name, sizeof call.name, "%s", name);
  return call;
}

int message_check(int error, const struct job_call *call) {
  if (error == MPI_SUCCESS) return error;
  char words[MPI_MAX_ERROR_STRING] = "an error";
  int length;
  PMPI_Error_string(error, words, &length);
  rank_dies((const void *)call->caller, "got an error of %s: %.80s", call->name, words);
}

static _Noreturn void too_long(const struct job_call *call, const struct item *item) {
  char what[200];
  if (item->way == 'c')
    snprintf(what, sizeof what, "the ranks give different counts to this %s", call->name);
  else if (item->tag < 0)
    snprintf(what, sizeof what, "%s has room for %zu bytes, and the message of rank %d is longer", item->name,
             item->bytes, item->other);
  else
    snprintf(what, sizeof what, "%s has room for %zu bytes, and the message of rank %d with tag %d is longer",
             item->name, item->bytes, item->other, item->tag);
  emu_found(EMU_HAZARD_BAD_COPY, item->caller, "the sender and the receiver have to give the same counts",
            what);
  rank_stops();
}

// ---- the buffer ----

// MPI may touch it. Device memory is told where MPI knows none, and the rank ends.
static void buffer_ok(const struct item *item) {
  char what[160];
  if (emu_device_of(item->buffer) >= 0 && !message_cuda_aware)
    emu_host_access(item->buffer, item->bytes, item->way == 'r', item->caller);
  if (!emu_in_device_reach(item->buffer) || emu_room(item->buffer) >= item->bytes) return;
  snprintf(what, sizeof what, "%s of %zu bytes does not fit its buffer, which has %zu bytes from there",
           item->name, item->bytes, emu_room(item->buffer));
  emu_found(EMU_HAZARD_BAD_COPY, item->caller,
            "the count is of elements, and the buffer needs room for all of them", what);
  rank_stops();
}

static void begin(struct item *item) {
  item->staged = backend_stages_messages ? malloc(item->bytes + 1) : item->buffer;
  if (!item->staged && (backend_stages_messages || item->bytes)) abort();
  if (!item->bytes) return;
  buffer_ok(item);
  item->message = emu_message_begin(item->name, item->buffer, item->bytes, item->way == 'r', 1, item->caller);
  if (item->way == 's') emu_read(item->staged, item->buffer, item->bytes);
}

// What is written by functions of a library, such as memcpy, nobody has seen before.
static void sent_unchanged(const struct item *item) {
  char what[160];
  if (!backend_stages_messages || emu_in_device_reach(item->buffer)) return;
  if (memcmp(item->buffer, item->staged, item->bytes) == 0) return;
  snprintf(what, sizeof what,
           "the buffer of this %s to rank %d has changed before anybody had waited for the message",
           item->name, item->other);
  emu_found(EMU_HAZARD_RACE_STREAM, item->caller,
            "a send buffer must stay as it is until MPI_Wait or MPI_Waitall", what);
}

static void end(struct item *item) {
  int got = 0;
  if (item->message) emu_message_end(item->message);
  if (item->way == 's') sent_unchanged(item);
  if (item->way == 'r') {
    PMPI_Get_count(&item->status, MPI_BYTE, &got);
    if (got > 0 && (size_t)got <= item->bytes) emu_write(item->buffer, item->staged, (size_t)got);
  }
  if (backend_stages_messages) free(item->staged);
  item->staged = NULL;
  item->message = NULL;
}

static struct item item_of(char way, const char *name, const struct job_call *call, void *buffer,
                           size_t bytes, int other, int tag) {
  struct item item = {.request = MPI_REQUEST_NULL,
                      .way = way,
                      .other = other,
                      .tag = tag,
                      .buffer = buffer,
                      .bytes = bytes,
                      .name = name,
                      .caller = (const void *)call->caller};
  begin(&item);
  return item;
}

struct item message_send(const char *name, const struct job_call *call, const void *buffer, int count,
                         MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  size_t bytes = to == MPI_PROC_NULL ? 0 : message_bytes_of(count, type);
  struct item item = item_of('s', name, call, (void *)buffer, bytes, to, tag);
  message_check(PMPI_Issend(item.staged, count, type, to, tag, comm, &item.request), call);
  if (to != MPI_PROC_NULL) emu_count(EMU_messages, 1), emu_count(EMU_message_bytes, bytes);
  return item;
}

struct item message_receive(const char *name, const struct job_call *call, void *buffer, int count,
                            MPI_Datatype type, int from, int tag, MPI_Comm comm) {
  size_t bytes = from == MPI_PROC_NULL ? 0 : message_bytes_of(count, type);
  struct item item = item_of('r', name, call, buffer, bytes, from, tag);
  message_check(PMPI_Irecv(item.staged, count, type, from, tag, comm, &item.request), call);
  return item;
}

// ---- waiting ----

static void add_awaited_message(struct job_call *call, const struct item *item) {
  if (item->way == 'c' || call->n == JOB_MOST_AWAITED) return;
  call->awaited[call->n].way = item->way;
  call->awaited[call->n].other = item->other;
  call->awaited[call->n++].tag = item->tag;
}

int message_look(struct job_call *call, struct item *const *item, int n) {
  int left = 0;
  call->n = 0;
  for (int i = 0; i < n; i++) {
    int there = 0;
    if (item[i]->request == MPI_REQUEST_NULL) continue;
    int error = PMPI_Test(&item[i]->request, &there, &item[i]->status), class = MPI_SUCCESS;
    if (error) PMPI_Error_class(error, &class);
    if (class == MPI_ERR_TRUNCATE) too_long(call, item[i]);
    message_check(error, call);
    if (there) {
      if (item[i]->staged) end(item[i]);
      continue;
    }
    left++;
    add_awaited_message(call, item[i]);
  }
  return left;
}

static int under_way(struct item *const *item, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) count += item[i]->request != MPI_REQUEST_NULL;
  return count;
}

int message_until(struct job_call call, struct item *const *item, int n, bool any) {
  struct job_rank *self = rank_self();
  int before = under_way(item, n), left;
  for (unsigned looks = 0; (left = message_look(&call, item, n)) && !(any && left < before); looks++) {
    if (looks == 0 || memcmp(&self->call, &call, sizeof call)) self->call = call;
    atomic_store(&self->state, JOB_WAITS);
    rank_pause(looks);
  }
  self->call = call;
  atomic_store(&self->state, JOB_RUNS);
  atomic_fetch_add(&self->ended, 1);
  return MPI_SUCCESS;
}

int message_await(struct job_call call, struct item *const *item, int n, bool any) {
  emu_count(EMU_host_waits, 1);
  return message_until(call, item, n, any);
}

// ---- calls ----

static int await_one(struct job_call call, struct item item, MPI_Status *status) {
  struct item *one = &item;
  message_await(call, &one, 1, false);
  if (status != MPI_STATUS_IGNORE) *status = item.status;
  return MPI_SUCCESS;
}

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  struct job_call call = message_call("MPI_Send", CALLER);
  return await_one(call, message_send("MPI_Send", &call, buffer, count, type, to, tag, comm),
                   MPI_STATUS_IGNORE);
}

int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  struct job_call call = message_call("MPI_Ssend", CALLER);
  return await_one(call, message_send("MPI_Ssend", &call, buffer, count, type, to, tag, comm),
                   MPI_STATUS_IGNORE);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status) {
  struct job_call call = message_call("MPI_Recv", CALLER);
  return await_one(call, message_receive("MPI_Recv", &call, buffer, count, type, from, tag, comm), status);
}

int MPI_Sendrecv(const void *out, int n_out, MPI_Datatype type_out, int to, int tag_out, void *in, int n_in,
                 MPI_Datatype type_in, int from, int tag_in, MPI_Comm comm, MPI_Status *status) {
  struct job_call call = message_call("MPI_Sendrecv", CALLER);
  struct item come = message_receive("MPI_Sendrecv", &call, in, n_in, type_in, from, tag_in, comm);
  struct item goes = message_send("MPI_Sendrecv", &call, out, n_out, type_out, to, tag_out, comm);
  struct item *both[] = {&come, &goes};
  message_await(call, both, 2, false);
  if (status != MPI_STATUS_IGNORE) *status = come.status;
  return MPI_SUCCESS;
}

int MPIX_Query_cuda_support(void) {
  return message_cuda_aware;
}

void pmpp_ranks_cuda_aware(int aware) {
  message_cuda_aware = aware;
}
