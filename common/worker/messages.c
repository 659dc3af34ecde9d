// The submission's calls of MPI: each goes to MPI by its PMPI name, and leaves in the job what it waits for.
//
// A send waits until its message is received, also where MPI would have room for it: who relies on that room is told so at
// every size. Nobody waits inside MPI, which would take a processor: a call looks, and sleeps a moment.
#include "worker/messages.h"
#include "emu/emu.h"
#include "worker/job.h"
#include "worker/worker.h"
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST_REQUESTS = 256 };
static struct item requested[MOST_REQUESTS]; // by MPI_Isend and MPI_Irecv; way 0: free

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
  else
    snprintf(what, sizeof what, "%s has room for %zu bytes, and the message of rank %d with tag %d is longer",
             call->name, item->bytes, item->other, item->tag);
  emu_found(EMU_HAZARD_BAD_COPY, item->caller, "who sends and who receives have to give the same counts",
            what);
  rank_stops();
}

static void add_awaited(struct job_call *call, const struct item *item) {
  if (item->way == 'c' || call->n == JOB_MOST_AWAITED) return;
  call->awaited[call->n].way = item->way;
  call->awaited[call->n].other = item->other;
  call->awaited[call->n++].tag = item->tag;
}

// One look at what is under way; returns how many are left, which `call` then names.
static int look(struct job_call *call, struct item *item, int n, MPI_Status *status) {
  int left = 0;
  call->n = 0;
  for (int i = 0; i < n; i++) {
    int there = item[i].request == MPI_REQUEST_NULL;
    MPI_Status own, *s = status ? &status[i] : &own;
    if (there) continue;
    int error = PMPI_Test(&item[i].request, &there, s), class = MPI_SUCCESS;
    if (error) PMPI_Error_class(error, &class);
    if (class == MPI_ERR_TRUNCATE) too_long(call, &item[i]);
    message_check(error, call);
    if (there && item[i].way == 'r') emu_host_access(item[i].buffer, item[i].bytes, 1, item[i].caller);
    if (there) continue;
    left++;
    add_awaited(call, &item[i]);
  }
  return left;
}

// Until all n are done. status: NULL, or one for each.
int message_await(struct job_call call, struct item *item, int n, MPI_Status *status) {
  struct job_rank *self = rank_self();
  for (unsigned looks = 0; look(&call, item, n, status); looks++) {
    if (looks == 0 || memcmp(&self->call, &call, sizeof call)) self->call = call;
    atomic_store(&self->state, JOB_WAITS);
    rank_pause(looks);
  }
  self->call = call;
  atomic_store(&self->state, JOB_RUNS);
  atomic_fetch_add(&self->ended, 1);
  return MPI_SUCCESS;
}

// ---- between two ranks ----

static struct item begin_send(const struct job_call *call, const void *buffer, int count, MPI_Datatype type,
                              int to, int tag, MPI_Comm comm) {
  struct item item = {MPI_REQUEST_NULL,          's', to, tag, NULL, message_bytes_of(count, type),
                      (const void *)call->caller};
  emu_host_access(buffer, item.bytes, 0, item.caller);
  message_check(PMPI_Issend(buffer, count, type, to, tag, comm, &item.request), call);
  if (to != MPI_PROC_NULL) emu_count(EMU_messages, 1), emu_count(EMU_message_bytes, item.bytes);
  return item;
}

static struct item begin_receive(const struct job_call *call, void *buffer, int count, MPI_Datatype type,
                                 int from, int tag, MPI_Comm comm) {
  size_t bytes = from == MPI_PROC_NULL ? 0 : message_bytes_of(count, type);
  struct item item = {MPI_REQUEST_NULL, 'r', from, tag, buffer, bytes, (const void *)call->caller};
  emu_host_access(buffer, bytes ? 1 : 0, 1, item.caller); // of device memory it is told before MPI touches it
  message_check(PMPI_Irecv(buffer, count, type, from, tag, comm, &item.request), call);
  return item;
}

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  struct job_call call = message_call("MPI_Send", CALLER);
  struct item item = begin_send(&call, buffer, count, type, to, tag, comm);
  return message_await(call, &item, 1, NULL);
}

int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  struct job_call call = message_call("MPI_Ssend", CALLER);
  struct item item = begin_send(&call, buffer, count, type, to, tag, comm);
  return message_await(call, &item, 1, NULL);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status) {
  struct job_call call = message_call("MPI_Recv", CALLER);
  struct item item = begin_receive(&call, buffer, count, type, from, tag, comm);
  return message_await(call, &item, 1, status == MPI_STATUS_IGNORE ? NULL : status);
}

int MPI_Sendrecv(const void *out, int n_out, MPI_Datatype type_out, int to, int tag_out, void *in, int n_in,
                 MPI_Datatype type_in, int from, int tag_in, MPI_Comm comm, MPI_Status *status) {
  struct job_call call = message_call("MPI_Sendrecv", CALLER);
  MPI_Status both[2];
  struct item item[2];
  item[0] = begin_receive(&call, in, n_in, type_in, from, tag_in, comm);
  item[1] = begin_send(&call, out, n_out, type_out, to, tag_out, comm);
  message_await(call, item, 2, both);
  if (status != MPI_STATUS_IGNORE) *status = both[0];
  return MPI_SUCCESS;
}

// ---- requests ----

static struct item *request_find(MPI_Request request) {
  for (int i = 0; i < MOST_REQUESTS; i++)
    if (requested[i].way && requested[i].request == request) return &requested[i];
  return NULL;
}

static int request_keep(const struct job_call *call, struct item item, MPI_Request *request) {
  for (int i = 0; i < MOST_REQUESTS; i++)
    if (!requested[i].way) {
      *request = (requested[i] = item).request;
      return MPI_SUCCESS;
    }
  rank_dies((const void *)call->caller, "has %d requests that it has not waited for", MOST_REQUESTS);
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request) {
  struct job_call call = message_call("MPI_Isend", CALLER);
  return request_keep(&call, begin_send(&call, buffer, count, type, to, tag, comm), request);
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request) {
  struct job_call call = message_call("MPI_Irecv", CALLER);
  return request_keep(&call, begin_receive(&call, buffer, count, type, from, tag, comm), request);
}

static int wait_for(struct job_call call, int n, MPI_Request *request, MPI_Status *status) {
  struct item item[MOST_REQUESTS];
  if (n < 0 || n > MOST_REQUESTS)
    rank_dies((const void *)call.caller, "waits for %d requests: expected 0 to %d", n, MOST_REQUESTS);
  for (int i = 0; i < n; i++) {
    item[i] = (struct item){.request = MPI_REQUEST_NULL};
    if (request[i] == MPI_REQUEST_NULL) continue;
    struct item *kept = request_find(request[i]);
    if (!kept) rank_dies((const void *)call.caller, "waits for something that is no request");
    item[i] = *kept;
    kept->way = 0;
    request[i] = MPI_REQUEST_NULL;
  }
  return message_await(call, item, n, status);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  return wait_for(message_call("MPI_Wait", CALLER), 1, request, status == MPI_STATUS_IGNORE ? NULL : status);
}

int MPI_Waitall(int n, MPI_Request *request, MPI_Status *status) {
  return wait_for(message_call("MPI_Waitall", CALLER), n, request,
                  status == MPI_STATUSES_IGNORE ? NULL : status);
}

void messages_end(void) {
  for (int i = 0; i < MOST_REQUESTS; i++) {
    const struct item *item = &requested[i];
    char what[160];
    if (!item->way) continue;
    snprintf(what, sizeof what, "nobody waits for the request of this %s, tag %d",
             item->way == 's' ? "MPI_Isend" : "MPI_Irecv", item->tag);
    emu_found(EMU_HAZARD_LEAK, item->caller,
              "MPI_Wait or MPI_Waitall for each request, before its buffer is used again and before the "
              "function returns",
              what);
    rank_stops();
  }
}
