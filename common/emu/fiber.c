// Fibers: the threads of one block as coroutines on one OS thread, switched without system calls.
// A context is made once with makecontext and then switched with _setjmp/_longjmp; a finished thread's fiber
// waits at the top of its loop and serves the next block.
#define _GNU_SOURCE
#include "machine.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { STACK_BYTES = 256 << 10, GUARD_BYTES = 4096 };

static ucontext_t creator;

static void fiber_main(unsigned index) {
  struct thread *t = &M.thread[index];
  if (_setjmp(t->context) == 0) swapcontext(&(ucontext_t){0}, &creator);
  for (;;) {
    M.body(M.closure);
    fiber_yield(DONE);
  }
}

static void prepare_one(struct room *room, uint32_t i) {
  struct thread *t = &room->thread[i];
  char *slot = room->stacks + (size_t)i * (STACK_BYTES + GUARD_BYTES);
  mprotect(slot, GUARD_BYTES, PROT_NONE);
  t->stack_low = slot + GUARD_BYTES;
  t->stack_high = t->stack_low + STACK_BYTES;
  ucontext_t c;
  getcontext(&c);
  c.uc_stack.ss_sp = t->stack_low;
  // Staggered tops: equal offsets would put every fiber's hot lines into the same cache set.
  c.uc_stack.ss_size = STACK_BYTES - (i % 61) * 192;
  c.uc_link = NULL;
  makecontext(&c, (void (*)(void))fiber_main, 1, i);
  swapcontext(&creator, &c);
}

void fibers_prepare(struct room *room, uint32_t n) {
  static uint32_t pcs[WARP][LOG_CAPACITY];
  static uint64_t addrs[WARP][LOG_CAPACITY];
  if (!room->stacks)
    room->stacks = mmap(NULL, (size_t)MAX_BLOCK * (STACK_BYTES + GUARD_BYTES), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room->stacks == MAP_FAILED) {
    perror("emu: cannot reserve thread stacks");
    exit(99);
  }
  M.room = room;
  M.thread = room->thread;
  M.warps = room->warps;
  for (; room->prepared < n; room->prepared++) {
    room->thread[room->prepared].pcs = pcs[room->prepared % WARP];
    room->thread[room->prepared].addrs = addrs[room->prepared % WARP];
    prepare_one(room, room->prepared);
  }
}

void fiber_run(struct thread *t) {
  M.self = t;
  if (_setjmp(M.scheduler) == 0) _longjmp(t->context, 1);
  M.self = NULL;
}

void fiber_yield(enum state state) {
  struct thread *t = M.self;
  if (M.pending) race_settle();
  t->state = state;
  if (_setjmp(t->context) == 0) _longjmp(M.scheduler, 1);
}

// The fiber's frames are dropped where they stand; its context is made anew before the next launch.
void fiber_abort(void) {
  M.aborted = true;
  M.room->prepared = 0;
  _longjmp(M.scheduler, 1);
}

bool fiber_guard_hit(uint64_t addr) {
  struct thread *t = M.self;
  return t && addr >= (uint64_t)t->stack_low - GUARD_BYTES && addr < (uint64_t)t->stack_low;
}
