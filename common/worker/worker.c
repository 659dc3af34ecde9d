// The worker's main loop: receive a request, run the implementation it is linked with, reply.
#include "worker/backend.h"
#include "worker/call.h"
#include "worker/job.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

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
