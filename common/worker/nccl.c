// NCCL in a job of ranks on the emulator: the calls that the labs use of it, over MPI, with NCCL's rules.
//
// Sends, receives and reductions are works of a stream: after what is in it, before what comes, and the host goes on. Those of
// a group are one work, in which all messages are under way at a time; a call outside of a group is one by itself. Here the
// work is done when the call returns, which so waits for the other ranks' calls: that is no wait of the program's.
#define PMPP_MPI
#include "worker/nccl.h"
#include "emu/emu.h"
#include "worker/messages.h"
#include "worker/worker.h"
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORKS = 64 };

struct ncclComm {
  int device;
  const void *caller; // of ncclCommInitRank; NULL: there is none
};
static struct ncclComm the_comm; // one a device, and a rank has one
static MPI_Comm line;            // its messages never meet others

struct part { // of a group
  const char *name;
  char way; // as in struct item
  const void *in;
  void *out;
  size_t count, bytes;
  MPI_Datatype type;
  MPI_Op op;
  int peer;
  const void *caller;
  char *sent, *come;
};
static struct group {
  int depth, n, n_streams;
  struct part part[MOST_WORKS];
  void *stream[MOST_WORKS];
  const void *caller; // of ncclGroupStart
} group;

void beside_mpi_start(void) {
  PMPI_Comm_dup(MPI_COMM_WORLD, &line);
  PMPI_Comm_set_errhandler(line, MPI_ERRORS_RETURN);
}

static ncclResult_t refuse(ncclResult_t error, const char *call, const char *why) {
  printf("%s: %s\n", call, why);
  return error;
}

const char *ncclGetErrorString(ncclResult_t result) {
  static const char *const words[] = {"no error",
                                      "a call of CUDA failed",
                                      "a call of the system failed",
                                      "internal error",
                                      "invalid argument",
                                      "invalid usage",
                                      "remote error",
                                      "in progress"};
  return result <= ncclInProgress ? words[result] : "unknown result";
}

// ---- communicators ----

ncclResult_t ncclGetVersion(int *version) {
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
  static unsigned made;
  memset(id, 0, sizeof *id);
  snprintf(id->internal, sizeof id->internal, "rank %d, id %u", pmpp_rank(), ++made);
  return ncclSuccess;
}

// All ranks have come, with one id.
static void meet(const ncclUniqueId *id, const void *caller) {
  static ncclUniqueId ids[JOB_MOST_RANKS];
  struct job_call call = message_call("ncclCommInitRank", caller);
  struct item item = {.way = 'c', .name = "ncclCommInitRank", .caller = caller}, *one = &item;
  message_check(PMPI_Iallgather(id, sizeof *id, MPI_BYTE, ids, sizeof *id, MPI_BYTE, line, &item.request),
                &call);
  message_until(call, &one, 1, false);
  for (int r = 0; r < pmpp_ranks(); r++)
    if (memcmp(&ids[r], id, sizeof *id)) {
      emu_found(EMU_HAZARD_DEADLOCK, caller,
                "one rank calls ncclGetUniqueId, and MPI_Bcast gives its id to all: a rank with another one "
                "waits for ever",
                "the ranks give different ids to ncclCommInitRank");
      rank_stops();
    }
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank) {
  const char *call = "ncclCommInitRank";
  if (!comm) return refuse(ncclInvalidArgument, call, "there is no place for the communicator");
  if (ranks != pmpp_ranks() || rank != pmpp_rank())
    return refuse(ncclInvalidArgument, call,
                  "a communicator has the ranks of MPI_COMM_WORLD, with their numbers");
  if (the_comm.caller) {
    emu_found(EMU_HAZARD_DEADLOCK, CALLER,
              "one communicator a device: works of two that run at a time may wait for each other for ever",
              "a second communicator is made while the first one is not destroyed");
    return ncclInvalidUsage;
  }
  meet(&id, CALLER);
  the_comm.caller = CALLER;
  cudaGetDevice(&the_comm.device);
  *comm = &the_comm;
  return ncclSuccess;
}

static ncclResult_t comm_ok(ncclComm_t comm, const char *call) {
  if (comm == &the_comm && the_comm.caller) return ncclSuccess;
  return refuse(ncclInvalidArgument, call, "this is not a communicator, or one that has been destroyed");
}

static ncclResult_t end_comm(ncclComm_t comm, const char *call) {
  ncclResult_t error = comm_ok(comm, call);
  if (!error && group.depth) return refuse(ncclInvalidUsage, call, "a group is open");
  if (!error) the_comm.caller = NULL;
  return error;
}
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  return end_comm(comm, "ncclCommDestroy");
}
ncclResult_t ncclCommAbort(ncclComm_t comm) {
  return end_comm(comm, "ncclCommAbort");
}
ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  return comm_ok(comm, "ncclCommFinalize");
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) {
  *error = ncclSuccess;
  return comm_ok(comm, "ncclCommGetAsyncError");
}
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) {
  *count = pmpp_ranks();
  return comm_ok(comm, "ncclCommCount");
}
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) {
  *rank = pmpp_rank();
  return comm_ok(comm, "ncclCommUserRank");
}
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) {
  *device = the_comm.device;
  return comm_ok(comm, "ncclCommCuDevice");
}

// ---- the work of a group ----

static struct item post(struct part *p, const struct job_call *call) {
  struct item item = {
      .way = p->way, .other = p->peer, .tag = -1, .bytes = p->bytes, .name = p->name, .caller = p->caller};
  int n = (int)p->bytes, count = (int)p->count, error;
  if (p->in) emu_work_read(p->sent, p->in, p->bytes);
  if (p->way == 'r')
    error = PMPI_Irecv(p->come, n, MPI_BYTE, p->peer, 0, line, &item.request);
  else if (p->way == 's')
    error = PMPI_Issend(p->sent, n, MPI_BYTE, p->peer, 0, line, &item.request);
  else
    error = PMPI_Iallreduce(p->sent, p->come, count, p->type, p->op, line, &item.request);
  message_check(error, call);
  return item;
}

static void same_count(const struct item *item) {
  char what[160];
  int got = 0;
  PMPI_Get_count(&item->status, MPI_BYTE, &got);
  if ((size_t)got == item->bytes) return;
  snprintf(what, sizeof what, "this ncclRecv takes %zu bytes from rank %d, which sends %d", item->bytes,
           item->other, got);
  emu_found(EMU_HAZARD_BAD_COPY, item->caller, "ncclSend and ncclRecv have to give the same counts", what);
  rank_stops();
}

static void run_group(void *data) {
  struct job_call *call = data;
  struct item item[MOST_WORKS], *each[MOST_WORKS];
  for (int i = 0; i < group.n; i++) {
    struct part *p = &group.part[i];
    p->sent = malloc(p->bytes + 1);
    p->come = malloc(p->bytes + 1);
    if (!p->sent || !p->come) abort();
    item[i] = post(p, call);
    each[i] = &item[i];
  }
  message_until(*call, each, group.n, false);
  for (int i = 0; i < group.n; i++) {
    struct part *p = &group.part[i];
    if (p->way == 'r') same_count(&item[i]);
    if (p->out) emu_work_write(p->out, p->come, p->bytes);
    free(p->sent);
    free(p->come);
  }
}

static ncclResult_t launch(const char *name, const void *caller) {
  struct job_call call = message_call(name, caller);
  uint64_t sends = 0;
  if (!group.n) return ncclSuccess;
  for (int i = 0; i < group.n; i++)
    if (group.part[i].way == 's') {
      sends += group.part[i].bytes;
      emu_count(EMU_messages, 1);
      emu_count(EMU_message_bytes, group.part[i].bytes);
    }
  int error = emu_stream_work(group.stream, group.n_streams, caller, sends, run_group, &call);
  group.n = group.n_streams = 0;
  return error ? ncclUnhandledCudaError : ncclSuccess;
}

ncclResult_t ncclGroupStart(void) {
  if (!group.depth++) group.caller = CALLER;
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd(void) {
  if (!group.depth) return refuse(ncclInvalidUsage, "ncclGroupEnd", "there is no ncclGroupStart before it");
  return --group.depth ? ncclSuccess : launch("ncclGroupEnd", CALLER);
}

// ---- its parts ----

// NCCL's kernel reads or writes the bytes: they must lie where that device's kernels reach.
static void reach(const struct part *p, const void *buffer) {
  char what[160];
  bool reached = emu_in_device_reach(buffer);
  if (!buffer || !p->bytes || (reached && emu_room(buffer) >= p->bytes)) return;
  if (reached)
    snprintf(what, sizeof what, "%s of %zu bytes does not fit its buffer, which has %zu bytes from there",
             p->name, p->bytes, emu_room(buffer));
  else
    snprintf(what, sizeof what, "%s gets a pointer to host memory", p->name);
  emu_found(reached ? EMU_HAZARD_BAD_COPY : EMU_HAZARD_HOST_POINTER, p->caller,
            reached ? "the count is of elements, and the buffer needs room for all of them"
                    : "a kernel of NCCL's moves the data, and reaches what kernels reach: pass device memory",
            what);
  rank_stops();
}

static ncclResult_t add_rank_part(struct part p, ncclComm_t comm, void *stream) {
  int own = 0, of_stream = emu_stream_device(stream);
  ncclResult_t error = comm_ok(comm, p.name);
  if (error) return error;
  cudaGetDevice(&own);
  if (own != comm->device || of_stream != comm->device)
    return refuse(ncclInvalidUsage, p.name,
                  "the stream, and the device that is set, have to be the communicator's");
  if (p.peer < 0 || p.peer >= pmpp_ranks())
    return refuse(ncclInvalidArgument, p.name, "there is no such rank");
  if (group.n == MOST_WORKS) return refuse(ncclInvalidUsage, p.name, "a group has at most 64 calls here");
  reach(&p, p.in);
  reach(&p, p.out);
  group.part[group.n++] = p;
  int known = 0;
  while (known < group.n_streams && group.stream[known] != stream) known++;
  if (known == group.n_streams) group.stream[group.n_streams++] = stream;
  return group.depth ? ncclSuccess : launch(p.name, p.caller);
}

static MPI_Datatype type_of(ncclDataType_t type) {
  switch ((int)type) {
  case ncclInt8:
    return MPI_INT8_T;
  case ncclUint8:
    return MPI_UINT8_T;
  case ncclInt32:
    return MPI_INT32_T;
  case ncclUint32:
    return MPI_UINT32_T;
  case ncclInt64:
    return MPI_INT64_T;
  case ncclUint64:
    return MPI_UINT64_T;
  case ncclFloat32:
    return MPI_FLOAT;
  case ncclFloat64:
    return MPI_DOUBLE;
  }
  return MPI_DATATYPE_NULL;
}

static ncclResult_t add_typed(struct part p, ncclDataType_t type, ncclComm_t comm, void *stream) {
  p.type = type_of(type);
  if (p.type == MPI_DATATYPE_NULL)
    return refuse(ncclInvalidArgument, p.name, "there is no such type of elements here");
  p.bytes = message_bytes_of((int)p.count, p.type);
  return add_rank_part(p, comm, stream);
}

ncclResult_t ncclSend(const void *in, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  struct part p = {.name = "ncclSend", .way = 's', .in = in, .count = count, .peer = peer, .caller = CALLER};
  return add_typed(p, type, comm, stream);
}

ncclResult_t ncclRecv(void *out, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                      cudaStream_t stream) {
  struct part p = {
      .name = "ncclRecv", .way = 'r', .out = out, .count = count, .peer = peer, .caller = CALLER};
  return add_typed(p, type, comm, stream);
}

ncclResult_t ncclAllReduce(const void *in, void *out, size_t count, ncclDataType_t type, ncclRedOp_t op,
                           ncclComm_t comm, cudaStream_t stream) {
  struct part p = {
      .name = "ncclAllReduce", .way = 'c', .in = in, .out = out, .count = count, .caller = CALLER};
  switch ((int)op) {
  case ncclSum:
    p.op = MPI_SUM;
    break;
  case ncclProd:
    p.op = MPI_PROD;
    break;
  case ncclMax:
    p.op = MPI_MAX;
    break;
  case ncclMin:
    p.op = MPI_MIN;
    break;
  default:
    return refuse(ncclInvalidArgument, p.name, "there is no such operation here");
  }
  return add_typed(p, type, comm, stream);
}

void beside_mpi_end(void) {
  if (group.depth) {
    emu_found(EMU_HAZARD_LEAK, group.caller, "nothing of a group begins before its ncclGroupEnd",
              "no ncclGroupEnd follows this ncclGroupStart");
    rank_stops();
  }
  if (the_comm.caller)
    emu_found(EMU_HAZARD_LEAK, the_comm.caller,
              "every ncclCommInitRank needs an ncclCommDestroy, on the error paths too",
              "the communicator that is made here is never destroyed");
  the_comm.caller = NULL;
}
