// The blocks of a long launch on all cores, in libemu_fast.a.
//
// A worker is a copy of the process (fork): it has its own fibers, shared memory and schedule, and takes one block after
// another. Blocks share what a GPU's share: device memory and the variables of the device sections, which are mapped so that
// all copies see them, and which atomics change by the host's atomic instructions. The process itself waits; over a socket it
// does for a worker what outlives the launch: it allocates memory, records hazards and errors. So a launch that one block
// ends ends everywhere, wherever the other blocks are.
#define _GNU_SOURCE
#include "runtime/cores.h"

#ifdef EMU_FAST

#include "check/events.h"
#include "check/hazard.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "memory/registered.h"
#include "memory/setting.h"
#include "runtime/endless.h"
#include "runtime/fast.h"
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WORKERS = 256 };
// Seconds: a launch runs that long on one core before it is looked at, and that much must be left of it.
#define LOOK 0.005
#define LEFT 0.015

enum request { ALLOCATE, FREE, TELL, FAILED, ENDED };
struct message {
  enum request request;
  uint64_t number; // bytes, an address, or an error
  uint64_t block;
  uint32_t pc, tid;
  bool aborted;
  union {
    char reason[160];
    struct hazard_told told;
  };
};

static int here = -1; // a worker's end of its socket; -1 in the process itself

double cores_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The cores that the process may use, or as many as EMU_CORES says.
static int cores(void) {
  static int n;
  if (n) return n;
  const char *text = getenv("EMU_CORES");
  char *end = "";
  cpu_set_t set;
  long wanted = text && *text ? strtol(text, &end, 10) : 0;
  if (text && *text && (wanted < 1 || wanted > MOST_WORKERS || *end))
    setting_refused("EMU_CORES=%s: expected a number of cores, 1 to %d", text, MOST_WORKERS);
  if (!wanted) wanted = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
  return n = wanted > MOST_WORKERS ? MOST_WORKERS : (int)wanted;
}

bool cores_worth(const struct grid *g, double began) {
  if (here >= 0 || g->blocks - g->done < 2 || cores() < 2) return false;
  if (registered_any()) return false; // copies of the process have the host's memory for themselves
  double spent = cores_now() - began;
  return spent > LOOK && spent / (double)g->done * (double)(g->blocks - g->done) > LEFT;
}

// ---- a worker ----

static void say(struct message *m) {
  m->block = L.block_linear;
  m->tid = M.tid;
  while (send(here, m, sizeof *m, MSG_NOSIGNAL) < 0)
    if (errno != EINTR) _exit(99); // the process is gone
}

static uint64_t answer(void) {
  uint64_t number = 0;
  while (recv(here, &number, sizeof number, 0) != sizeof number)
    if (errno != EINTR) _exit(99);
  return number;
}

bool cores_allocate(uint64_t bytes, uint32_t pc, uint64_t *address) {
  if (here < 0) return false;
  struct message m = {.request = ALLOCATE, .number = bytes, .pc = pc};
  say(&m);
  *address = answer();
  if (*address) heap_open_here(*address, bytes);
  return true;
}

bool cores_free(uint64_t address, uint32_t pc) {
  if (here < 0) return false;
  struct message m = {.request = FREE, .number = address, .pc = pc};
  say(&m);
  answer();
  return true;
}

bool cores_failed(int error, uint32_t pc, const char *reason) {
  if (here < 0) return false;
  struct message m = {.request = FAILED, .number = (uint64_t)error, .pc = pc};
  snprintf(m.reason, sizeof m.reason, "%s", reason);
  say(&m);
  return true;
}

void cores_give_way(void) {
  static const struct timespec moment = {0, 20000};
  if (here >= 0) nanosleep(&moment, NULL);
}

void cores_no_launch(void) {
  if (here < 0) return;
  fprintf(stderr,
          "emu: kernel %s launches a kernel, which its first blocks did not: on several cores --fast cannot. "
          "Run it with EMU_CORES=1\n",
          L.kernel);
  M.self = NULL;
  L.fatal = true;
  exit(99);
}

static void tell(const struct hazard_told *told) {
  struct message m = {.request = TELL, .told = *told};
  say(&m);
}

// What ends the program (a fault, say) ends a worker without the program's own ends; the process sees the status.
static void on_end(int status, void *unused) {
  (void)unused;
  fflush(stdout);
  _exit(status);
}

static _Noreturn void work(const struct grid *g, uint64_t *next, int socket, pid_t parent) {
  here = socket;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(99);
  on_exit(on_end, NULL);
  hazard_elsewhere = tell;
  endless_watch_anew();
  static char line[BUFSIZ]; // a C library may take a size of 0 at its word (glibc 2.43 does)
  setvbuf(stdout, line, _IOLBF, sizeof line); // lines of several workers do not mix
  for (uint64_t i; !L.aborted && (i = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED)) < g->blocks;)
    g->run(g->nth(i));
  fflush(stdout);
  struct message m = {.request = ENDED, .number = (uint64_t)L.error, .aborted = L.aborted};
  say(&m);
  _exit(0);
}

// ---- the process that waits ----

static struct worker {
  pid_t pid;
  bool ended;
} workers[MOST_WORKERS];
static struct pollfd ends[MOST_WORKERS];
static int n_workers;

static void end_all(void) {
  for (int i = 0; i < n_workers; i++) {
    if (workers[i].pid > 0) {
      kill(workers[i].pid, SIGKILL);
      while (waitpid(workers[i].pid, NULL, 0) < 0 && errno == EINTR) continue;
    }
    if (ends[i].fd >= 0) close(ends[i].fd);
  }
  n_workers = 0;
}

// A worker is gone before it said that it had ended: so is the program.
static _Noreturn void gone(struct worker *w) {
  int status = 0;
  while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) continue;
  w->pid = 0;
  end_all();
  if (WIFSIGNALED(status))
    fprintf(stderr, "emu: kernel %s: a worker was ended by signal %d\n", L.kernel, WTERMSIG(status));
  L.fatal = true;
  exit(WIFEXITED(status) && WEXITSTATUS(status) ? WEXITSTATUS(status) : 99);
}

static void reply(int fd, uint64_t number) {
  while (send(fd, &number, sizeof number, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

static void serve(const struct grid *g, struct worker *w, int fd, const struct message *m) {
  uint64_t address = 0;
  L.block_linear = m->block;
  M.tid = m->tid;
  switch (m->request) {
  case ALLOCATE:
    reply(fd, heap_allocate_in_kernel(m->number, m->pc, &address) ? 0 : address);
    break;
  case FREE:
    M.self = &L.thread[m->tid]; // in a kernel, for the report
    event_free(m->number, m->pc, false);
    M.self = NULL;
    reply(fd, 0);
    break;
  case TELL:
    hazard_take(&m->told);
    break;
  case FAILED:
    g->failed((int)m->number, m->pc, m->reason);
    break;
  case ENDED:
    w->ended = true;
    if (m->number && !L.error) L.error = (int)m->number;
    L.aborted |= m->aborted;
    break;
  }
}

static void listen_to_all(const struct grid *g) {
  for (int left = n_workers; left && !L.aborted;) {
    if (poll(ends, (nfds_t)n_workers, -1) < 0) continue; // a signal
    for (int i = 0; i < n_workers && !L.aborted; i++) {
      if (!ends[i].revents) continue;
      struct message m;
      ssize_t n = recv(ends[i].fd, &m, sizeof m, 0);
      if (n < 0 && errno == EINTR) continue;
      if (n != sizeof m) gone(&workers[i]);
      serve(g, &workers[i], ends[i].fd, &m);
      if (!workers[i].ended) continue;
      close(ends[i].fd);
      ends[i].fd = -1; // poll passes it over
      left--;
    }
  }
}

bool cores_run(const struct grid *g) {
  uint64_t left = g->blocks - g->done;
  if (!image_share() || !heap_share()) return false;
  uint64_t *next = mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (next == MAP_FAILED) return false;
  *next = g->done;
  fflush(stdout); // else each worker would print it again
  pid_t parent = getpid();
  for (int n = left < (uint64_t)cores() ? (int)left : cores(); n_workers < n; n_workers++) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) break;
    pid_t pid = fork();
    if (pid == 0) {
      for (int i = 0; i < n_workers; i++) close(ends[i].fd);
      close(pair[0]);
      work(g, next, pair[1], parent);
    }
    close(pair[1]);
    if (pid < 0) {
      close(pair[0]);
      break;
    }
    workers[n_workers] = (struct worker){.pid = pid};
    ends[n_workers] = (struct pollfd){.fd = pair[0], .events = POLLIN};
  }
  bool any = n_workers > 0;
  listen_to_all(g);
  end_all();
  munmap(next, sizeof *next);
  return any;
}

#endif
