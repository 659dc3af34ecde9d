// What the worker's tests share: a worker started as the grader starts one, requests, replies, and checks.
#define _GNU_SOURCE
#include "harness.h"
#include "worker/job.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct pmpp_wire *wire;
int failures;
const char *now = "start";

static uint64_t in_at, out_at, file_bytes;
static int sock;
static pid_t pid;

static uint64_t aligned(uint64_t bytes) {
  return (bytes + PMPP_ALIGN - 1) / PMPP_ALIGN * PMPP_ALIGN;
}

// The same descriptor under a number that the worker's own two do not need.
static int above(int fd) {
  return fcntl(fd, F_DUPFD_CLOEXEC, 10);
}

static int start(const char *worker) {
  int pair[2], file = memfd_create("case", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, (off_t)file_bytes)) return -1;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) return -1;
  wire = mmap(NULL, file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (wire == MAP_FAILED) return -1;
  sock = pair[0];
  pid = fork();
  if (pid) {
    close(pair[1]);
    return pid < 0 ? -1 : 0;
  }
  int high_socket = above(pair[1]), high_file = above(file);
  dup2(high_socket, PMPP_FD_SOCKET);
  dup2(high_file, PMPP_FD_MEMORY);
  execl(worker, worker, (char *)NULL);
  perror(worker);
  _exit(127);
}

void harness_start(const char *worker, uint64_t bytes) {
  in_at = aligned(sizeof *wire);
  out_at = in_at + aligned(bytes);
  file_bytes =
      out_at + aligned(bytes + sizeof(int32_t)) + aligned(sizeof(struct job)); // a job of ranks is at the end
  if (start(worker)) {
    perror("starting the worker");
    exit(1);
  }
}

int32_t *harness_in(void) {
  return (int32_t *)((char *)wire + in_at);
}

int32_t *harness_out(void) {
  return (int32_t *)((char *)wire + out_at);
}

struct pmpp_request *request(const char *name, int op) {
  now = name;
  memset(wire, 0, sizeof *wire);
  wire->request.version = PMPP_PROTOCOL_VERSION;
  wire->request.op = (uint32_t)op;
  wire->request.seed = 1;
  return &wire->request;
}

struct pmpp_request *case_of(const char *name, int op, const char *task, int64_t n, int place) {
  struct pmpp_request *r = request(name, op);
  snprintf(r->task, sizeof r->task, "%s", task);
  r->n_args = 2;
  r->arg[0] = (struct pmpp_arg){"in", PMPP_I32, PMPP_IN, (uint32_t)place, 0, n, in_at, 0};
  r->arg[1] = (struct pmpp_arg){"out", PMPP_I32, PMPP_OUT, (uint32_t)place, 0, n, out_at, out_at};
  r->param[0] = n;
  int32_t *in = harness_in();
  for (int64_t i = 0; i < n; i++) in[i] = (int32_t)(10 + i);
  memset(harness_out(), 0x55, (size_t)(n + 1) * sizeof(int32_t));
  return r;
}

const struct pmpp_reply *ask(void) {
  char byte = 1;
  if (write(sock, &byte, 1) != 1 || read(sock, &byte, 1) != 1) {
    printf("%s: the worker died\n", now);
    exit(1);
  }
  return &wire->reply;
}

void expect_status(uint32_t status) {
  const struct pmpp_reply *r = ask();
  EXPECT(r->status == status, "status %u instead of %u, error \"%s\"", r->status, status, r->error);
}

void expect_outputs(int64_t n) {
  const int32_t *out = harness_out();
  int64_t i = 0;
  while (i < n && out[i] == 11 + i) i++;
  EXPECT(i == n, "out[%lld] = %d", (long long)i, out[i]);
  EXPECT(out[n] == 0x55555555, "the worker wrote behind the output's area");
}

int harness_finish(void) {
  int status = 0;
  close(sock);
  waitpid(pid, &status, 0);
  now = "end of file";
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %#x", (unsigned)status);
  if (!failures) printf("every reply as expected\n");
  return failures != 0;
}
