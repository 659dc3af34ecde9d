// The instrumentation's form of the __atomic builtins (std::atomic and the like): done in place; in a kernel
// they are checked and counted as CUDA atomics are.
#include "kernel/access.h"
#include "check/events.h"
#include "memory/heap.h"

// cuda::atomic of a block's scope says so before each operation.
void emu_atomic_is_of_block(void) {
  if (M.self) M.self->of_block = true;
}
static inline bool is_of_block(void) {
  bool of_block = M.self->of_block;
  M.self->of_block = false;
  return of_block;
}

// The names of GCC's gcc/sanitizer.def; every memory order is served by the strongest.
static inline void on_host(const volatile void *p, unsigned bytes, int touch, void *return_address) {
  if (heap_visible((uint64_t)p))
    stream_host_access((uint64_t)p, bytes, touch | TOUCH_SYNC, (uint32_t)(uintptr_t)return_address);
}
static inline void touch(const volatile void *p, unsigned bytes, void *return_address) {
  if (!M.self)
    on_host(p, bytes, TOUCH_LOAD | TOUCH_STORE, return_address);
  else
    (is_of_block() ? emu_atomic_block : emu_atomic)((void *)p, bytes, return_address);
}
static inline void touch_load(const volatile void *p, unsigned bytes, void *return_address) {
  if (!M.self)
    on_host(p, bytes, TOUCH_LOAD, return_address);
  else
    emu_atomic_load((void *)p, bytes, return_address, is_of_block());
}
// A store finds no old value, and an exchange only where it is asked for (cuda/atomic), so the check must not take either
// for a read of memory that nobody has written.
static inline void touch_unread(const volatile void *p, unsigned bytes, void *return_address) {
  if (!M.self)
    on_host(p, bytes, TOUCH_LOAD | TOUCH_STORE, return_address);
  else
    (is_of_block() ? emu_atomic_exchange_block : emu_atomic_exchange)((void *)p, bytes, return_address);
}
#define TOUCH(p) touch(p, sizeof *(p), __builtin_return_address(0))
static inline void let_others(const volatile void *p, bool changed) {
  if (M.self) emu_atomic_done((void *)p, changed);
}

#define FETCH(bits, T, name, builtin)                                                                        \
  T __tsan_atomic##bits##_fetch_##name(volatile T *p, T v, int order) {                                      \
    (void)order;                                                                                             \
    TOUCH(p);                                                                                                \
    T old = builtin(p, v, __ATOMIC_SEQ_CST);                                                                 \
    let_others(p, *p != old);                                                                                \
    return old;                                                                                              \
  }
#define COMPARE(bits, T, name)                                                                               \
  int __tsan_atomic##bits##_compare_exchange_##name(volatile T *p, T *expected, T v, int order, int other) { \
    (void)order, (void)other;                                                                                \
    TOUCH(p);                                                                                                \
    int done = __atomic_compare_exchange_n(p, expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
    let_others(p, done);                                                                                     \
    return done;                                                                                             \
  }
#define ATOMICS(bits, T)                                                                                     \
  T __tsan_atomic##bits##_load(const volatile T *p, int order) {                                             \
    (void)order;                                                                                             \
    touch_load(p, sizeof *p, __builtin_return_address(0));                                                   \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                             \
  }                                                                                                          \
  void __tsan_atomic##bits##_store(volatile T *p, T v, int order) {                                          \
    (void)order;                                                                                             \
    touch_unread(p, sizeof *p, __builtin_return_address(0));                                                 \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                                \
  }                                                                                                          \
  T __tsan_atomic##bits##_exchange(volatile T *p, T v, int order) {                                          \
    (void)order;                                                                                             \
    touch_unread(p, sizeof *p, __builtin_return_address(0));                                                 \
    T old = __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                                     \
    let_others(p, v != old);                                                                                 \
    return old;                                                                                              \
  }                                                                                                          \
  FETCH(bits, T, add, __atomic_fetch_add)                                                                    \
  FETCH(bits, T, sub, __atomic_fetch_sub)                                                                    \
  FETCH(bits, T, and, __atomic_fetch_and)                                                                    \
  FETCH(bits, T, or, __atomic_fetch_or)                                                                      \
  FETCH(bits, T, xor, __atomic_fetch_xor)                                                                    \
  FETCH(bits, T, nand, __atomic_fetch_nand)                                                                  \
  COMPARE(bits, T, strong)                                                                                   \
  COMPARE(bits, T, weak)

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order) {
  (void)order;
  if (M.self) event_fence(false);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order) {
  (void)order;
}
