// What a contained worker may ask of the kernel: this program runs itself in the sandbox of each kind and tries.
#define _GNU_SOURCE
#include "check.h"
#include "grader/sandbox/process.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static void *nothing(void *p) {
  return p;
}

// An abstract socket of its own name: what the driver makes when it starts.
static int listens(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0sandbox-test"};
  int s = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  return s < 0 || bind(s, (struct sockaddr *)&address, offsetof(struct sockaddr_un, sun_path) + 10) ||
         listen(s, 1);
}

static int connects(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0sandbox-test"};
  int s = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  return s < 0 || connect(s, (struct sockaddr *)&address, offsetof(struct sockaddr_un, sun_path) + 10);
}

static int starts_thread(void) {
  pthread_t thread;
  return pthread_create(&thread, NULL, nothing, NULL);
}

static int starts_process(void) {
  return syscall(SYS_clone, 0, NULL, NULL, NULL, NULL) < 0;
}

static int talks_to_machines(void) {
  return socket(AF_INET, SOCK_STREAM, 0) < 0;
}

static int makes_memory(void) {
  return memfd_create("m", 0) < 0;
}

static int shares_memory(void) {
  return open("/dev/shm/nccl-test", O_RDWR | O_CREAT | O_EXCL, 0600) < 0;
}

static int names_thread(void) {
  FILE *f = fopen("/proc/thread-self/comm", "w");
  return !f || fputs("driver", f) < 0 || fclose(f);
}

static const struct {
  const char *name;
  int (*attempt)(void); // 0: it worked
  bool on_emu, on_gpu, in_job, in_job_on_gpu;
} attempts[] = {
    {"listens on a socket of its own", listens, false, true, true, true},
    {"connects", connects, false, false, false, false},
    {"makes a file in memory", makes_memory, false, true, false, true},
    {"starts a thread", starts_thread, false, true, true, true},
    {"starts a process", starts_process, false, false, true, true},
    {"makes a socket of the network", talks_to_machines, false, false, true, true},
    {"makes shared memory", shares_memory, false, false, false, true},
    {"names its thread", names_thread, true, true, true, true},
};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

enum kind { EMU, GPU, JOB, JOB_ON_GPU };
static const char *const kinds[] = {"emu", "gpu", "a job of ranks", "a job of ranks on a GPU"};

static void try_all(const char *self, enum kind kind) {
  struct sandbox sandbox = kind >= JOB ? sandbox_of_job(kind == JOB_ON_GPU) : sandbox_of(kind == GPU, false);
  sandbox_show(&sandbox, self);
  for (int i = 0; i < ATTEMPTS; i++) {
    char which[2] = {(char)('0' + i)};
    const char *const argv[] = {self, which, NULL};
    struct process p;
    struct text why = {0};
    if (!CHECK(process_run(&p, argv, &sandbox, 20, &why) == RUN_ENDED))
      fprintf(stderr, "  %s\n", text_get(&why));
    bool worked = p.status == 0;
    const bool may_in[] = {attempts[i].on_emu, attempts[i].on_gpu, attempts[i].in_job,
                           attempts[i].in_job_on_gpu};
    bool may = may_in[kind];
    if (!CHECK(worked == may))
      fprintf(stderr, "  %s: '%s' should%s succeed\n", kinds[kind], attempts[i].name, may ? "" : " not");
    text_free(&p.kept);
    text_free(&why);
  }
}

int main(int argc, char **argv) {
  if (argc == 2) return attempts[argv[1][0] - '0'].attempt() != 0;
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n < 0) return 2;
  self[n] = 0;
  process_setup();
  struct text why = {0};
  if (!process_sandbox_works(&why)) {
    printf("SKIP: %s\n", text_get(&why));
    return 77;
  }
  try_all(self, EMU);
  try_all(self, GPU);
  try_all(self, JOB);
  try_all(self, JOB_ON_GPU);
  return CHECK_STATUS();
}
