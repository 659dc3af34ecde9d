// An empty endless loop: `while (true) {}` is one jump to itself, into which the compiler puts no callback. No other thread runs
// any more, and none could change it, so the launch is given up when a tick finds its thread there. And host code of a worker that runs
// on and on and launches nothing.
#define _GNU_SOURCE
#include "runtime/endless.h"
#include "check/hazard.h"
#include "memory/launch.h"
#include "memory/running.h"
#include "runtime/fiber.h"
#include "runtime/schedule.h"
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

static pthread_t runner;
static void (*and_then)(void);

// The place of the instruction that was interrupted, if it jumps to itself; else 0.
static uint64_t jump_to_itself(const void *context) {
  const ucontext_t *c = context;
#ifdef __x86_64__
  uint64_t at = (uint64_t)c->uc_mcontext.gregs[REG_RIP];
  const uint8_t jump[] = {0xeb, 0xfe};
#else
  uint64_t at = c->uc_mcontext.pc;
  const uint8_t jump[] = {0, 0, 0, 0x14};
#endif
  return memcmp((const void *)at, jump, sizeof jump) ? 0 : at;
}

enum { HOPELESS = 4 }; // seconds of processor time without a launch, or a step of one

static struct {
  bool on;
  int idle; // ticks
  uint64_t steps;
  uint32_t epoch;
} host;

static void look_at_host(const void *context) {
#ifdef __x86_64__
  uint64_t at = (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] + 1;
#else
  uint64_t at = (uint64_t)((const ucontext_t *)context)->uc_mcontext.pc + 1;
#endif
  bool moves = S.steps != host.steps || M.launch_epoch != host.epoch;
  host.steps = S.steps, host.epoch = M.launch_epoch;
  host.idle = moves ? 0 : host.idle + 1;
  if (host.idle < HOPELESS) return;
  hazard(EMU_HAZARD_DEADLOCK, site_host(at <= UINT32_MAX ? (uint32_t)at : 0), NULL,
         "does this loop end? Check the variables of its condition: does each turn change one of them?",
         "the host's code has run for %d s without a launch, and does not come to an end", HOPELESS);
  signal(SIGXCPU, SIG_DFL);
  raise(SIGXCPU);
}

void endless_watch_host(bool on) {
  host.on = on;
  host.idle = 0, host.steps = S.steps, host.epoch = M.launch_epoch;
  if (on) endless_watch(and_then);
}

static void look(const void *context) {
  if (!M.self && host.on && pthread_equal(pthread_self(), runner)) look_at_host(context);
  if (!M.self) return;
  if (!pthread_equal(pthread_self(), runner)) {
    pthread_kill(runner, SIGVTALRM);
    return;
  }
  uint64_t at = jump_to_itself(context);
  if (!at) return;
  hazard(EMU_HAZARD_DEADLOCK, site_self((uint32_t)at + 1), NULL,
         "check the variables of the loop's condition: is a step missing (i++), or does it change nothing? "
         "If the loop "
         "waits for another thread, read by an atomic or through a volatile pointer in each turn",
         "runs in a loop that does not end: no turn changes its condition, so the compiler has left an empty "
         "loop");
  L.error = cudaErrorLaunchTimeout;
  fiber_abort();
}

static void endless_tick(int number, siginfo_t *info, void *context) {
  (void)number, (void)info;
  look(context);
  if (and_then) and_then();
}

void endless_watch_anew(void) {
  struct sigaction action = {.sa_sigaction = endless_tick,
                             .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | SA_NODEFER};
  struct itimerval second = {{1, 0}, {1, 0}};
  sigaction(SIGVTALRM, &action, NULL);
  setitimer(ITIMER_VIRTUAL, &second, NULL);
  runner = pthread_self();
}

void endless_watch(void (*also)(void)) {
  static bool watching;
  if (!watching) endless_watch_anew();
  watching = true;
  runner = pthread_self();
  and_then = also;
}
