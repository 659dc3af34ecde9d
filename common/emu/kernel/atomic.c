// CUDA's atomic functions: each is an access, and behind it the other lanes get their turn.
#include "kernel/access.h"
#include "check/address.h"
#include "check/hazard.h"
#include "count/modelling.h"
#include "memory/heap.h"
#include "memory/image.h"
#include "runtime/fast.h"
#include "runtime/fiber.h"

static void atomic(void *p, unsigned bytes, void *return_address, int also) {
  uint32_t pc = (uint32_t)(uintptr_t)return_address;
  if (!M.self) {
    hazard(EMU_HAZARD_BAD_COPY, site_host(pc), NULL, "atomic functions belong into kernels",
           "host code calls a CUDA atomic function");
    emu_fatal();
  }
#ifdef EMU_FAST
  (void)p, (void)bytes, (void)also;
  emu_poll();
#else
  if (also & TOUCH_UNREAD) M.self->unread = 0;
  atomic_access(p, bytes, also, pc);
#endif
}
void emu_atomic(void *p, unsigned bytes, void *return_address) {
  atomic(p, bytes, return_address, 0);
}

// For the modelled time: what is added.
#define WANTED (!FAST && __builtin_expect(modelling != NULL, 0))

static __attribute__((noinline, cold)) void model_add(void *p, unsigned bytes, void *return_address,
                                                      bool floats) {
  if (M.self) {
    M.self->added_pc = (uint32_t)(uintptr_t)return_address;
    modelling->adds(M.self->added_pc, floats);
  }
  atomic(p, bytes, return_address, 0);
}
static inline void add(void *p, unsigned bytes, void *return_address, bool floats) {
  if (WANTED)
    model_add(p, bytes, return_address, floats);
  else
    atomic(p, bytes, return_address, 0);
}
void emu_atomic_count(void *p, unsigned bytes, void *return_address) {
  add(p, bytes, return_address, false);
}
void emu_atomic_float(void *p, unsigned bytes, void *return_address) {
  add(p, bytes, return_address, true);
}

void emu_atomic_block(void *p, unsigned bytes, void *return_address) {
  atomic(p, bytes, return_address, TOUCH_BLOCK);
}
void emu_atomic_exchange(void *p, unsigned bytes, void *return_address) {
  if (WANTED) modelling->swaps((uint32_t)(uintptr_t)return_address);
  atomic(p, bytes, return_address, TOUCH_UNREAD);
}
void emu_atomic_exchange_block(void *p, unsigned bytes, void *return_address) {
  atomic(p, bytes, return_address, TOUCH_UNREAD | TOUCH_BLOCK);
}
void emu_atomic_compare(void *p, unsigned bytes, void *return_address, bool of_block) {
  if (WANTED) modelling->swaps((uint32_t)(uintptr_t)return_address);
  atomic(p, bytes, return_address, of_block ? TOUCH_COMPARE | TOUCH_BLOCK : TOUCH_COMPARE);
}
void emu_atomic_load(void *p, unsigned bytes, void *return_address, bool of_block) {
  atomic(p, bytes, return_address, of_block ? TOUCH_WEAK | TOUCH_BLOCK : TOUCH_WEAK);
}

// What an exchange has found is used. The compiler takes this for a function of its arguments, and leaves it out where
// nobody uses the result.
uint64_t emu_old_value(uint64_t old, const volatile void *p) {
#ifdef EMU_FAST
  (void)p;
#else
  address_old_value((uint64_t)p);
#endif
  return old;
}

// The same of an addition of 1.
uint64_t emu_atomic_old_count(uint64_t old, const volatile void *p) {
  (void)p;
  if (WANTED && M.self) modelling->adds_used(M.self->added_pc);
  return old;
}

#ifndef EMU_FAST
static bool is_global(uint64_t addr) {
  if (heap_has(addr)) return true;
  enum section section = image_section(addr);
  return section == SECTION_DEVICE || section == SECTION_MANAGED;
}
#endif

// The lanes of a warp do one instruction side by side: a lane that has done an atomic lets the others do theirs before it goes on.
// So what is appended by atomics stands in a GPU's order: every lane's first before anybody's second.
enum { PATIENT_ATOMICS = 4096 };
void emu_atomic_done(void *p, bool changed) {
#ifndef EMU_FAST
  struct thread *t = M.self;
  if (changed && is_global((uint64_t)p)) M.counters->v[EMU_global_atomic_changes]++;
  t->vain_atomics = !changed && t->last_atomic == (uint64_t)p ? t->vain_atomics + 1 : 0;
  t->last_atomic = (uint64_t)p;
  S.deals_turns = L.adverse;
  if (t->vain_atomics < PATIENT_ATOMICS)
    fiber_yield(READY); // then it spins until its log is full, and the block sees to it
#else
  (void)p;
  if (changed) fast_changed();
#endif
}
