// Threads of the host. One of them runs at a time, so that the emulator itself needs no locks: the turn passes on where a
// thread waits (for another thread, a lock, a condition, a time), where it ends, and behind some calls of the runtime. The C
// library's functions that wait are therefore defined here, around the library's own. Each thread has its own device, last
// error and default stream.
#define _GNU_SOURCE
#include "runtime/threads.h"
#include "emu.h"
#include "memory/devices.h"
#include "memory/launch.h"
#include "check/stream_order.h"
#include "memory/running.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static bool several; // threads have been made
static bool foreign; // those that are made from now on are another library's
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turns = PTHREAD_COND_INITIALIZER;
static uint64_t serving, tickets = 1; // the first thread has ticket 0

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) {
  void *f = NULL;
#ifdef __x86_64__
  if (!strncmp(name, "pthread_cond_", 13))
    f = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2"); // not the one before it
#endif
  if (!f) f = dlsym(RTLD_NEXT, name);
  if (!f) abort();
  return f;
}

struct host_thread host_thread;

// What is the thread's own, while another one has its turn.
struct own {
  int device;
  struct host_thread rest;
};

static void exchange(struct own *to, const struct own *from) {
  if (to) *to = (struct own){device_set, host_thread};
  device_set = from->device;
  host_thread = from->rest;
}

static uint64_t take_ticket(void) {
  REAL(pthread_mutex_lock)(&lock);
  uint64_t ticket = tickets++;
  REAL(pthread_mutex_unlock)(&lock);
  return ticket;
}

static void wait_turn(uint64_t ticket) {
  REAL(pthread_mutex_lock)(&lock);
  while (serving != ticket) REAL(pthread_cond_wait)(&turns, &lock);
  REAL(pthread_mutex_unlock)(&lock);
}

static void pass_on(void) {
  REAL(pthread_mutex_lock)(&lock);
  serving++;
  REAL(pthread_cond_broadcast)(&turns);
  REAL(pthread_mutex_unlock)(&lock);
}

// The turn passes on before a wait, and comes back behind it. Not in a function that runs in a stream, nor in a kernel.
static bool leave(struct own *own) {
  static const struct own none;
  if (!several || stream_acting || M.self) return false;
  exchange(own, &none);
  pass_on();
  return true;
}

static void come_back(const struct own *own, uint64_t ticket) {
  int kept = errno;
  wait_turn(ticket);
  exchange(NULL, own);
  errno = kept;
}

void threads_yield(void) {
  static uint64_t n;
  struct own own;
  if (!several || L.seed == 1 || host_thread.makes_node || seed_mix(L.seed ^ seed_mix(++n)) % 4) return;
  uint64_t ticket = take_ticket();
  if (leave(&own))
    come_back(&own, ticket);
  else
    abort();
}

#define WAITING(type, call)                                                                                  \
  struct own own;                                                                                            \
  bool left = leave(&own);                                                                                   \
  type result = (call);                                                                                      \
  if (left) come_back(&own, take_ticket());                                                                  \
  return result

// ---- threads ----

struct start {
  void *(*function)(void *);
  void *argument;
  uint64_t ticket;
};

static void end_thread(void *unused) {
  static const struct own none;
  (void)unused;
  exchange(NULL, &none);
  pass_on();
}

static void *run_thread(void *data) {
  struct start s = *(struct start *)data;
  free(data);
  void *result;
  wait_turn(s.ticket);
  pthread_cleanup_push(end_thread, NULL);
  result = s.function(s.argument);
  pthread_cleanup_pop(1);
  return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                   void *argument) {
  if (foreign) return REAL(pthread_create)(thread, attributes, function, argument);
  struct start *s = malloc(sizeof *s);
  if (!s) return EAGAIN;
  several = true;
  *s = (struct start){function, argument, take_ticket()};
  uint64_t ticket = s->ticket;
  int error = REAL(pthread_create)(thread, attributes, run_thread, s);
  if (!error) return 0;
  free(s);
  struct own own;
  if (leave(&own)) come_back(&own, ticket); // the turn that the thread would have had
  return error;
}

void emu_foreign_threads(void) {
  foreign = true;
}

int pthread_join(pthread_t thread, void **result_of) {
  WAITING(int, REAL(pthread_join)(thread, result_of));
}

// ---- locks and conditions ----

int pthread_mutex_lock(pthread_mutex_t *m) {
  if (!several) return REAL(pthread_mutex_lock)(m);
  int tried = pthread_mutex_trylock(m);
  if (tried != EBUSY) return tried;
  WAITING(int, REAL(pthread_mutex_lock)(m));
}
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  WAITING(int, REAL(pthread_cond_wait)(c, m));
}
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
  WAITING(int, REAL(pthread_cond_timedwait)(c, m, until));
}
int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                           const struct timespec *until) {
  WAITING(int, ((int (*)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *))dlsym(
                   RTLD_NEXT, "pthread_cond_clockwait"))(c, m, clock, until));
}
int pthread_barrier_wait(pthread_barrier_t *b) {
  WAITING(int, REAL(pthread_barrier_wait)(b));
}
int sem_wait(sem_t *s) {
  WAITING(int, REAL(sem_wait)(s));
}

// What std::future and std::atomic::wait call.
long syscall(long number, ...) {
  va_list list;
  long a[6];
  va_start(list, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  enum { COMMAND = 127, WAIT = 0, WAIT_BITSET = 9 };
  long command = a[1] & COMMAND;
  if (number == SYS_futex && (command == WAIT || command == WAIT_BITSET)) {
    WAITING(long, REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]));
  }
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

// ---- time ----

int nanosleep(const struct timespec *time, struct timespec *left_over) {
  WAITING(int, REAL(nanosleep)(time, left_over));
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left_over) {
  WAITING(int, REAL(clock_nanosleep)(clock, flags, time, left_over));
}
int usleep(useconds_t time) {
  WAITING(int, REAL(usleep)(time));
}
unsigned sleep(unsigned seconds) {
  WAITING(unsigned, REAL(sleep)(seconds));
}
int sched_yield(void) {
  struct own own;
  uint64_t ticket = several && !stream_acting && !M.self ? take_ticket() : 0;
  if (ticket && leave(&own)) come_back(&own, ticket);
  return 0;
}
