// Fibers: the threads of one block as coroutines on one OS thread, switched without system calls.
// On x86-64 a switch saves six registers; elsewhere a context is made once with makecontext and then switched with
// _setjmp/_longjmp. A finished thread's fiber waits at the top of its loop and serves the next block.
#define _GNU_SOURCE
#include "runtime/fiber.h"
#include "check/events.h"
#include "runtime/fast.h"
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

// Saves what a call must preserve below the old stack's top, leaves this in *from, and goes on where `to` was left: by a
// jump, since a return would be foreseen to go where the call came from.
void emu_switch(void **from, void *to);
__asm__(".text\n"
        ".globl emu_switch\n"
        ".type emu_switch, @function\n"
        "emu_switch:\n"
        "  pop %rcx\n"
        "  mov %rbp, -8(%rsp)\n  mov %rbx, -16(%rsp)\n  mov %r12, -24(%rsp)\n"
        "  mov %r13, -32(%rsp)\n  mov %r14, -40(%rsp)\n  mov %r15, -48(%rsp)\n"
        "  mov %rcx, -56(%rsp)\n"
        "  mov %rsp, (%rdi)\n"
        "  mov -8(%rsi), %rbp\n  mov -16(%rsi), %rbx\n  mov -24(%rsi), %r12\n"
        "  mov -32(%rsi), %r13\n  mov -40(%rsi), %r14\n  mov -48(%rsi), %r15\n"
        "  mov -56(%rsi), %rcx\n"
        "  mov %rsi, %rsp\n"
        "  jmp *%rcx\n"
        ".size emu_switch, . - emu_switch\n");

static void switch_context(struct context *from, struct context *to) {
  emu_switch(&from->top, to->top);
}

static void make_context(struct context *c, char *low, size_t bytes, void (*entry)(void)) {
  void **top = (void **)(low + (bytes & ~15ull));
  *--top = NULL; // where backtraces end: the entry has no caller
  c->top = top;
  for (int saved = 0; saved < 6; saved++) *--top = NULL;
  *--top = (void *)entry; // emu_switch goes on there, with the stack as after a call
}

#else

static void switch_context(struct context *from, struct context *to) {
  if (_setjmp(from->registers) == 0) _longjmp(to->registers, 1);
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

static void fiber_main(void) {
  for (;;) {
    S.body(S.closure);
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
  t->stack_high = t->stack_low + STACK_BYTES;
  // Staggered tops: equal offsets would put every fiber's hot lines into the same cache set.
  make_context(&t->context, t->stack_low, STACK_BYTES - (i % 61) * 192, fiber_main);
}

void fibers_prepare(struct block_state *state, uint32_t n) {
  // A cache line between the logs: at a distance of a power of two they would all fall into one set of the cache.
  static uint32_t pcs[WARP][LOG_CAPACITY + 16];
  static uint64_t addrs[WARP][LOG_CAPACITY + 8];
  if (!state->stacks)
    state->stacks = mmap(NULL, (size_t)MAX_BLOCK * (STACK_BYTES + GUARD_BYTES), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (state->stacks == MAP_FAILED) {
    perror("emu: cannot reserve thread stacks");
    exit(99);
  }
  S.state = state;
  L.thread = state->thread;
  L.warps = state->warps;
  for (; state->prepared < n; state->prepared++) {
    state->thread[state->prepared].pcs = pcs[state->prepared % WARP];
    state->thread[state->prepared].addrs = addrs[state->prepared % WARP];
    prepare_one(state, state->prepared);
  }
}

void fiber_run(struct thread *t) {
  M.self = t;
  switch_context(&S.scheduler, &t->context);
  M.self = NULL;
}

void fiber_switch(struct context *from, struct context *to) {
  switch_context(from, to);
}

void fiber_yield(enum state state) {
#ifdef EMU_FAST
  if (!L.cooperative) {
    fast_yield(state);
    return;
  }
#endif
  struct thread *t = M.self;
  if (M.pending) event_wait();
  t->state = state;
  switch_context(&t->context, &S.scheduler);
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
