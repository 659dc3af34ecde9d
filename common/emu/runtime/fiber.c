// Fibers: the threads of one block as coroutines on one OS thread, switched without system calls.
// On x86-64 a switch saves six registers; elsewhere a context is made once with makecontext and then switched with
// _setjmp/_longjmp. A finished thread's fiber waits at the top of its loop and serves the next block.
#define _GNU_SOURCE
#include "runtime/fiber.h"
#include "check/events.h"
#include "memory/cluster_blocks.h"
#include "memory/local.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#ifdef __x86_64__
enum { GUARD_BYTES = 4096 };
#else
enum { GUARD_BYTES = 64 << 10 }; // the largest page there is
#endif
enum { STACK_BYTES = 256 << 10, MAX_GUARDS = 20000 };

#ifdef __x86_64__

// All three keep what a call must preserve in the stack that they leave, and its top in *from. They differ only in how they
// go on, because a processor foresees where a return goes by the calls before it. Between two fibers, which have left in
// the same function: by a return. From the scheduler into a fiber (fiber_run): by the fiber's own return, since nothing
// has been called for it. To the scheduler: by a jump.
#define LEAVE                                                                                                \
  "  push %rbp\n  push %rbx\n  push %r12\n  push %r13\n  push %r14\n  push %r15\n"                           \
  "  mov %rsp, (%rdi)\n  mov %rsi, %rsp\n"
#define RESTORE "  pop %r15\n  pop %r14\n  pop %r13\n  pop %r12\n  pop %rbx\n  pop %rbp\n"

void emu_switch(void **from, void *to);
void emu_leave(void **from, void *to);
__asm__(".text\n"
        ".globl emu_switch, emu_resume, emu_leave\n"
        ".type emu_switch, @function\n"
        "emu_switch:\n" LEAVE "emu_resume:\n" RESTORE "  ret\n"
        ".size emu_switch, . - emu_switch\n"
        ".type emu_leave, @function\n"
        "emu_leave:\n" LEAVE RESTORE "  pop %rcx\n  jmp *%rcx\n"
        ".size emu_leave, . - emu_leave\n");

static void switch_context(struct context *from, struct context *to) {
  emu_switch(&from->top, to->top);
}

static inline void leave_for_scheduler(struct context *from) {
  emu_leave(&from->top, S.scheduler.top);
}

static void make_context(struct context *c, char *low, size_t bytes, void (*entry)(void)) {
  void **top = (void **)(low + (bytes & ~15ull));
  *--top = NULL;          // where backtraces end: the entry has no caller
  *--top = (void *)entry; // it begins with the stack as after a call
  for (int saved = 0; saved < 6; saved++) *--top = NULL;
  c->top = top;
}

#else

static void switch_context(struct context *from, struct context *to) {
  if (_setjmp(from->registers) == 0) _longjmp(to->registers, 1);
}

static inline void leave_for_scheduler(struct context *from) {
  switch_context(from, &S.scheduler);
}

static ucontext_t creator;
static struct context *made;
static void (*made_entry)(void);

static void first_entry(void) {
  void (*entry)(void) = made_entry;
  if (_setjmp(made->registers) == 0) swapcontext(&(ucontext_t){0}, &creator);
  entry();
}

static void make_context(struct context *c, char *low, size_t bytes, void (*entry)(void)) {
  ucontext_t u;
  getcontext(&u);
  u.uc_stack.ss_sp = low;
  u.uc_stack.ss_size = bytes;
  u.uc_link = NULL;
  made = c;
  made_entry = entry;
  makecontext(&u, first_entry, 0);
  swapcontext(&creator, &u);
}

#endif

// Each launch's frames lie elsewhere than those of the launches before, so that the address of a local variable that somebody has
// kept is none of a live one's. In a function of its own, which gives the room back.
enum { PLACES = 4, PLACE_BYTES = 1024 };
static __attribute__((noinline)) void run_body_at(uint32_t place) {
  char *room = __builtin_alloca((size_t)place * PLACE_BYTES + 16);
  __asm__ volatile("" : : "r"(room) : "memory");
  M.self->stack_high = room;
  M.local_end = (uint64_t)room;
  S.body(S.closure);
}

static void fiber_main(void) {
  for (;;) {
    if (FAST)
      S.body(S.closure);
    else
      run_body_at(M.launch_stamp % PLACES);
    fiber_yield(DONE);
  }
}

static void prepare_one(struct block_state *state, uint32_t i) {
  struct thread *t = &state->thread[i];
  char *slot = state->stacks + (size_t)i * (STACK_BYTES + GUARD_BYTES);
  // Each guard page costs two of the 65530 mappings that a process may have; a large cooperative launch has more
  // threads than that, and those beyond go unguarded.
  static int guards;
  if (guards++ < MAX_GUARDS) mprotect(slot, GUARD_BYTES, PROT_NONE);
  t->stack_low = slot + GUARD_BYTES;
  // Staggered tops: equal offsets would put every fiber's hot lines into the same cache set.
  t->stack_high = t->stack_low + STACK_BYTES - i % 61 * 192;
  make_context(&t->context, t->stack_low, (size_t)(t->stack_high - t->stack_low), fiber_main);
}

void fibers_prepare(struct block_state *state, uint32_t n) {
  const size_t bytes = (size_t)MAX_BLOCK * (STACK_BYTES + GUARD_BYTES);
  bool first = !state->stacks;
  if (first)
    state->stacks =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (state->stacks == MAP_FAILED) {
    perror("emu: cannot reserve thread stacks");
    exit(99);
  }
  if (first) local_add(state->stacks, bytes);
  S.state = state;
  L.thread = state->thread;
  L.warps = state->warps;
  for (; state->prepared < n; state->prepared++) {
    state->thread[state->prepared].pcs = log_pcs + state->prepared % WARP * LOG_PART;
    state->thread[state->prepared].addrs = log_addrs + state->prepared % WARP * LOG_PART;
    prepare_one(state, state->prepared);
  }
}

void fiber_switch(struct context *from, struct context *to) {
  switch_context(from, to);
}

void fiber_yield(enum state state) {
  if (FAST && S.yields) {
    S.yields(state);
    return;
  }
  struct thread *t = M.self;
  if (M.pending) event_wait();
  t->state = state;
  leave_for_scheduler(&t->context);
}

// The fiber's frames are dropped where they stand; its context is made anew before the next launch.
void fiber_abort(void) {
  L.aborted = true;
  S.state->prepared = 0;
  static struct context dropped;
  switch_context(&dropped, &S.scheduler);
  __builtin_unreachable();
}

bool fiber_guard_hit(uint64_t addr) {
  struct thread *t = M.self;
  return t && addr >= (uint64_t)t->stack_low - GUARD_BYTES && addr < (uint64_t)t->stack_low;
}
