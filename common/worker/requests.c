// The submission's requests of MPI: sends and receives that go on beside the host until it waits for them.
#include "emu/emu.h"
#include "worker/messages.h"
#include <stdio.h>

enum { MOST_REQUESTS = 256 };
static struct item requested[MOST_REQUESTS]; // way 0: free

// What the program holds is the item's address: MPI gives the number of a request that is done to the next one.
static MPI_Request handle_of(struct item *item) {
  return (MPI_Request)(void *)item;
}

static struct item *find(MPI_Request request) {
  for (int i = 0; i < MOST_REQUESTS; i++)
    if (requested[i].way && handle_of(&requested[i]) == request) return &requested[i];
  return NULL;
}

static int keep(const struct job_call *call, struct item item, MPI_Request *request) {
  for (int i = 0; i < MOST_REQUESTS; i++)
    if (!requested[i].way) {
      requested[i] = item;
      *request = handle_of(&requested[i]);
      return MPI_SUCCESS;
    }
  rank_dies((const void *)call->caller, "has %d requests that it has not waited for", MOST_REQUESTS);
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request) {
  struct job_call call = message_call("MPI_Isend", CALLER);
  return keep(&call, message_send("MPI_Isend", &call, buffer, count, type, to, tag, comm), request);
}

int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request *request) {
  struct job_call call = message_call("MPI_Issend", CALLER);
  return keep(&call, message_send("MPI_Issend", &call, buffer, count, type, to, tag, comm), request);
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request) {
  struct job_call call = message_call("MPI_Irecv", CALLER);
  return keep(&call, message_receive("MPI_Irecv", &call, buffer, count, type, from, tag, comm), request);
}

// The items of an array of requests; `none` stands for MPI_REQUEST_NULL.
static void items_of(const struct job_call *call, int n, const MPI_Request *request, struct item **item,
                     struct item *none) {
  if (n < 0 || n > MOST_REQUESTS)
    rank_dies((const void *)call->caller, "names %d requests in %s: expected 0 to %d", n, call->name,
              MOST_REQUESTS);
  *none = (struct item){.request = MPI_REQUEST_NULL};
  PMPI_Status_set_elements(&none->status, MPI_BYTE, 0);
  none->status.MPI_SOURCE = MPI_ANY_SOURCE;
  none->status.MPI_TAG = MPI_ANY_TAG;
  for (int i = 0; i < n; i++) {
    item[i] = request[i] == MPI_REQUEST_NULL ? none : find(request[i]);
    if (!item[i])
      rank_dies((const void *)call->caller, "gives something to %s that is not a request", call->name);
  }
}

static int first_done(struct item *const *item, int n) {
  int i = 0;
  while (i < n && !(item[i]->way && item[i]->request == MPI_REQUEST_NULL)) i++;
  return i;
}

static void finish_request(struct item *item, MPI_Request *request, MPI_Status *status) {
  if (status) *status = item->status;
  item->way = 0;
  *request = MPI_REQUEST_NULL;
}

static MPI_Status *of_one(MPI_Status *status) {
  return status == MPI_STATUS_IGNORE ? NULL : status;
}
static MPI_Status *of_many(MPI_Status *status, int i) {
  return status == MPI_STATUSES_IGNORE ? NULL : &status[i];
}

// ---- waits ----

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  struct job_call call = message_call("MPI_Wait", CALLER);
  struct item *item, none;
  items_of(&call, 1, request, &item, &none);
  message_await(call, &item, 1, false);
  finish_request(item, request, of_one(status));
  return MPI_SUCCESS;
}

int MPI_Waitall(int n, MPI_Request *request, MPI_Status *status) {
  struct job_call call = message_call("MPI_Waitall", CALLER);
  struct item *item[MOST_REQUESTS], none;
  items_of(&call, n, request, item, &none);
  message_await(call, item, n, false);
  for (int i = 0; i < n; i++) finish_request(item[i], &request[i], of_many(status, i));
  return MPI_SUCCESS;
}

int MPI_Waitany(int n, MPI_Request *request, int *index, MPI_Status *status) {
  struct job_call call = message_call("MPI_Waitany", CALLER);
  struct item *item[MOST_REQUESTS], none;
  items_of(&call, n, request, item, &none);
  int i = first_done(item, n);
  if (i == n) message_await(call, item, n, true), i = first_done(item, n);
  *index = i == n ? MPI_UNDEFINED : i;
  if (i < n)
    finish_request(item[i], &request[i], of_one(status));
  else if (of_one(status))
    *status = none.status;
  return MPI_SUCCESS;
}

// ---- questions ----

// A rank that queries in a loop takes turns with the others, and sleeps a moment when that has been long in vain.
static bool all_there(struct job_call *call, struct item **item, int n) {
  static unsigned in_vain;
  emu_count(EMU_host_waits, 1);
  int left = message_look(call, item, n);
  rank_self()->call = *call;
  in_vain = left ? in_vain + 1 : 0;
  if (left) rank_pause(in_vain);
  return !left;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  struct job_call call = message_call("MPI_Test", CALLER);
  struct item *item, none;
  items_of(&call, 1, request, &item, &none);
  *flag = all_there(&call, &item, 1);
  if (*flag) finish_request(item, request, of_one(status));
  return MPI_SUCCESS;
}

int MPI_Testall(int n, MPI_Request *request, int *flag, MPI_Status *status) {
  struct job_call call = message_call("MPI_Testall", CALLER);
  struct item *item[MOST_REQUESTS], none;
  items_of(&call, n, request, item, &none);
  *flag = all_there(&call, item, n);
  for (int i = 0; *flag && i < n; i++) finish_request(item[i], &request[i], of_many(status, i));
  return MPI_SUCCESS;
}

void requests_end(void) {
  for (int i = 0; i < MOST_REQUESTS; i++) {
    const struct item *item = &requested[i];
    char what[160];
    if (!item->way) continue;
    snprintf(what, sizeof what, "nobody waits for the request of this %s, tag %d", item->name, item->tag);
    emu_found(EMU_HAZARD_LEAK, item->caller,
              "MPI_Wait or MPI_Waitall for each request, before its buffer is used again and before the "
              "function returns",
              what);
    rank_stops();
  }
}
