// Fibers: a thread of a block is a coroutine.
#ifndef EMU_RUNTIME_FIBER_H
#define EMU_RUNTIME_FIBER_H

#include "runtime/schedule.h"

void fibers_prepare(struct block_state *state,
                    uint32_t n);    // enter it; contexts and stacks for threads 0..n-1
void fiber_yield(enum state state); // from the thread
void fiber_switch(struct context *from, struct context *to);

#ifdef __x86_64__
#ifdef __AVX512F__
#define CLOBBERS_512                                                                                         \
  , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26",       \
      "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define CLOBBERS_512
#endif
// As a call of emu_switch (fiber.c), but without a call, so that the fiber's returns meet the calls that they belong to.
// What lies below the stack's top may be in use by the function around this.
static inline __attribute__((always_inline)) void fiber_enter(struct context *from, struct context *to) {
  void **top = &from->top, *next = to->top;
  __asm__ volatile("  lea -128(%%rsp), %%rsp\n"
                   "  lea 1f(%%rip), %%rax\n"
                   "  push %%rax\n"
                   "  push %%rbp\n  push %%rbx\n  push %%r12\n  push %%r13\n  push %%r14\n  push %%r15\n"
                   "  mov %%rsp, (%0)\n  mov %1, %%rsp\n"
                   "  jmp emu_resume\n"
                   "1:\n"
                   "  lea 128(%%rsp), %%rsp\n"
                   : "+D"(top), "+S"(next)
                   :
                   : "memory", "cc", "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2",
                     "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
                     "xmm13", "xmm14", "xmm15" CLOBBERS_512);
}
#else
static inline void fiber_enter(struct context *from, struct context *to) {
  fiber_switch(from, to);
}
#endif

static inline void fiber_run(struct thread *t) { // from the scheduler: run until the thread yields
  M.self = t;
  fiber_enter(&S.scheduler, &t->context);
  M.self = NULL;
}

_Noreturn void fiber_abort(void);    // from the thread: give up the whole launch
bool fiber_guard_hit(uint64_t addr); // the address lies in the guard page below the running thread's stack

#endif
