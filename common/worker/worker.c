// The worker's main loop: receive a request, run the implementation it is linked with, reply.
#include "worker/backend.h"
#include "worker/call.h"
#include "worker/contract.h"
#include "worker/job.h"
#include <cuda_runtime_api.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// From now on the reply is about this step.
static void begin(const struct pmpp_step *step, struct pmpp_reply *reply) {
  snprintf(reply->function, sizeof reply->function, "%s", step->function);
}

static bool own(const struct pmpp_step *step) {
  return pmpp_own(step->function, step->symbol);
}

const struct pmpp_call *call_find(const char *task, struct pmpp_reply *reply) {
  for (int i = 0; i < pmpp_n_calls; i++) {
    const struct pmpp_call *call = &pmpp_calls[i];
    if (strcmp(call->task, task)) continue;
    const struct pmpp_step *step = call->before.run && !own(&call->before) ? &call->before : &call->main;
    begin(step, reply);
    if (own(step)) return call;
    snprintf(reply->error, sizeof reply->error, "the implementation does not define %s", reply->function);
    reply->status = PMPP_STATUS_MISSING;
    return NULL;
  }
  infra(reply, "calls.c has no row for task %s", task);
  return NULL;
}

int call_judge(int result, int sync, struct pmpp_reply *reply) {
  int last = (int)cudaGetLastError();
  reply->result = result;
  if (result == PMPP_TODO) {
    reply->status = PMPP_STATUS_TODO;
    return -1;
  }
  reply->cuda_error = result ? result : last ? last : sync;
  if (!reply->cuda_error) {
    reply->status = PMPP_DONE;
    return 0;
  }
  reply->status = PMPP_STATUS_CUDA_ERROR;
  if (result < 0)
    snprintf(reply->error, sizeof reply->error,
             "it returned %d, which is neither 0, PMPP_TODO nor a cudaError_t", result);
  else
    snprintf(reply->error, sizeof reply->error, "%s: %s", cudaGetErrorName(reply->cuda_error),
             cudaGetErrorString(reply->cuda_error));
  return -1;
}

int call_before(const struct pmpp_call *call, const struct args *a, const struct pmpp_request *request,
                struct pmpp_reply *reply) {
  if (!call->before.run) return 0;
  begin(&call->before, reply);
  int result = call->before.run(&a->io);
  if (call_judge(result, backend_wait(request), reply)) return -1;
  begin(&call->main, reply);
  return 0;
}

uint32_t call_threads(void) {
  uint32_t n = 0;
  DIR *d = opendir("/proc/self/task");
  if (!d) return 0;
  for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
  closedir(d);
  return n;
}

// One call on freshly filled buffers.
static int run_call_once(const struct pmpp_call *call, struct args *a, const struct memory *m,
                         const struct pmpp_request *request, struct pmpp_reply *reply) {
  if (args_upload(a, m, reply) || args_prepare(a, reply)) return -1;
  backend_before_call(request);
  int result = 0, sync = 0, failed = call_before(call, a, request, reply) || args_keep_plans(a, reply);
  if (!failed) {
    if (call->before.run) backend_report(m);
    reply->launches_before = m->report->total.v[EMU_launches];
    result = call->main.run(&a->io);
    sync = backend_wait(request);
  }
  backend_after_call(request, m, reply);
  return failed ? -1 : call_judge(result, sync, reply);
}

// Calls again where memory seems to be lost and one call is no proof.
static int call_checked(const struct pmpp_call *call, struct args *a, const struct memory *m,
                        const struct pmpp_request *request, struct pmpp_reply *reply) {
  if (run_call_once(call, a, m, request, reply)) return -1;
  int64_t leaked = reply->leaked_bytes, repeated = INT64_MAX;
  for (int i = 0; i < backend_leak_repeats && leaked > 0; i++) {
    if (run_call_once(call, a, m, request, reply)) return -1;
    if (reply->leaked_bytes < repeated) leaked = repeated = reply->leaked_bytes;
  }
  reply->leaked_bytes = leaked > 0 ? leaked : 0;
  return 0;
}

// Whether the buffers of `a` are those that the request asks for.
static bool same_buffers(const struct args *a, const struct pmpp_request *request) {
  if (a->n != (int)request->n_args || memcmp(a->io.param, request->param, sizeof request->param))
    return false;
  for (int i = 0; i < a->n; i++)
    if (memcmp(&a->slot[i].spec, &request->arg[i], sizeof request->arg[i])) return false;
  return true;
}

void call_run(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  static struct args args;
  static bool kept;
  const struct pmpp_call *call = call_find(request->task, reply);
  bool again = kept && request->again && same_buffers(&args, request);
  if (kept && !again) args_close(&args);
  kept = false;
  if (backend_reset(request, m, reply) || !call || (!again && args_open(&args, request, m, 0, reply))) return;
  if (call_checked(call, &args, m, request, reply) == 0 && args_check_guards(&args, reply) == 0 &&
      args_check_inputs(&args, m, reply) == 0)
    args_download(&args, m, reply);
  kept = request->keep;
  if (!kept) args_close(&args);
  cudaGetLastError();
}

// Where there is a job of ranks, its processes make the call. A lab without such tasks has nothing that starts one.
static void run(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  if (!request->ranks)
    call_run(request, m, reply);
  else if (&job_parts)
    job_parts.run(request, m, reply);
  else
    infra(reply, "this worker starts no job of ranks: it was built without MPI");
}

static void dispatch(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply) {
  if (request->version != PMPP_PROTOCOL_VERSION) {
    infra(reply, "the grader speaks version %u of the protocol, the worker version %d", request->version,
          PMPP_PROTOCOL_VERSION);
    return;
  }
  switch (request->op) {
  case PMPP_OP_INFO:
    backend_info(reply);
    if (pmpp_library) snprintf(reply->library, sizeof reply->library, "%s", pmpp_library());
    return;
  case PMPP_OP_RUN:
    run(request, m, reply);
    return;
  case PMPP_OP_LOAD:
  case PMPP_OP_SAMPLE:
  case PMPP_OP_UNLOAD:
  case PMPP_OP_COPY:
    backend_time(request, m, reply);
    return;
  default:
    infra(reply, "bad request: no operation %u", request->op);
  }
}

// The memory file has one size for all requests.
int worker_map(int fd, struct memory *m) {
  struct stat st;
  if (fstat(fd, &st) || st.st_size < (off_t)sizeof(struct pmpp_wire)) return -1;
  m->bytes = (uint64_t)st.st_size;
  m->wire = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  m->report = &m->wire->report;
  return m->wire == MAP_FAILED ? -1 : 0;
}

static struct pmpp_reply reply;
static struct memory m;

static int answer(void) {
  m.wire->reply = reply;
  return send(PMPP_FD_SOCKET, "", 1, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

// The implementation's host code cannot go on (it touched device memory, say): hand over why, and end.
static void on_fatal(void) {
  backend_report(&m);
  reply.status = PMPP_STATUS_CUDA_ERROR;
  snprintf(reply.error, sizeof reply.error, "the host code was stopped: see the hazard");
  answer();
  _exit(1);
}

// Runs a case that `labNN save` wrote, without a grader: for a profiler or a debugger around this program. On the
// emulator hazards and EMU_REPORT are then those of an ordinary program. answer: what a grader would get is left in the file.
static int run_saved(const char *path, int answer) {
  struct stat st = {0};
  int fd = open(path, (answer ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st)) {
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return 2;
  }
  m.bytes = (uint64_t)st.st_size;
  int shared = answer ? MAP_SHARED : MAP_PRIVATE;
  m.wire = m.bytes < sizeof *m.wire ? NULL : mmap(NULL, m.bytes, PROT_READ | PROT_WRITE, shared, fd, 0);
  if (!m.wire || m.wire == MAP_FAILED) {
    fprintf(stderr, "%s: not a case that `labNN save` wrote\n", path);
    close(fd);
    return 2;
  }
  m.report = &m.wire->report;
  if (m.wire->request.ranks) {
    fprintf(stderr, "%s: a case of ranks runs under a grader alone\n", path);
    return 2;
  }
  memset(&reply, 0, sizeof reply);
  char task[sizeof m.wire->request.task];
  snprintf(task, sizeof task, "%.*s", (int)sizeof task - 1, m.wire->request.task);
  dispatch(&m.wire->request, &m, &reply);
  m.wire->reply = reply;
  munmap(m.wire, m.bytes);
  close(fd);
  if (reply.status == PMPP_DONE && !reply.changed) return 0;
  fprintf(stderr, "%s: %s\n", task,
          reply.status == PMPP_DONE ? "an input was changed, or a plan by a call that must leave it alone"
          : reply.status == PMPP_STATUS_TODO
              ? "the function answered PMPP_TODO: write it, and remove its line `return PMPP_TODO;`"
          : reply.status == PMPP_STATUS_GUARD ? "memory beside an argument was overwritten"
                                              : reply.error);
  return 1;
}

int main(int argc, char **argv) {
  static struct pmpp_request request;
  setvbuf(stdout, NULL, _IOLBF, 0); // what the implementation prints must not be lost with it
  if (argc == 3 && strcmp(argv[1], "--rank") == 0 && &job_parts) return job_parts.main_of_rank(argv[2]);
  if (argc == 3 && strcmp(argv[1], "--answer") == 0) return run_saved(argv[2], 1);
  if (backend_saved_cases && argc - 1 > backend_saved_cases) {
    fprintf(stderr, "one case at a time: counters and hazards are those of one\n");
    return 2;
  }
  for (int i = 1, status; i < argc; i++)
    if ((status = run_saved(argv[i], 0))) return status;
  if (argc > 1) return 0;
  backend_start(on_fatal);
  int mapped = worker_map(PMPP_FD_MEMORY, &m) == 0;
  for (;;) {
    char byte;
    ssize_t n = read(PMPP_FD_SOCKET, &byte, 1);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) return 0;
    if (n < 0 || !mapped) {
      fprintf(stderr, "a worker is started by a grader, which gives it descriptors %d and %d\n",
              PMPP_FD_SOCKET, PMPP_FD_MEMORY);
      return 99;
    }
    request = m.wire->request;
    request.task[sizeof request.task - 1] = 0;
    memset(&reply, 0, sizeof reply);
    dispatch(&request, &m, &reply);
    if (answer()) return 0;
  }
}
