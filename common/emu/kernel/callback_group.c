// The callbacks of groups, which emucc puts in the place of the compiler's (emucc/audit/callback_groups.c).
//
// Each is told how many records of its group stand before its own. While a group runs, M.log_n is the place of its first record,
// and each callback reckons its own. Whatever is to be done beyond logging finds M.log_n at the access's own place, and what it does
// with it (one record more, none, or a log that has been emptied) is taken over: less the records that the group counts up to here.
// Behind its last call the program adds what the group counts.
#include "kernel/callback_group.h"
#include "kernel/access.h"
#include "kernel/plain.h"
#include "runtime/fiber.h"

#define HERE ((uint32_t)(uintptr_t)__builtin_return_address(0))

// What is seldom wanted again is read again: the registers would not do for it, and those of the caller had to be saved.
#define LOOK_AGAIN(x) __asm__("" : "+m"(x))

static inline void log_block(uint32_t n, uint32_t block) {
  log_pcs[n] = block;
  log_addrs[n] = M.log_depth;
}

void group_catch_up(uint32_t before, uint32_t block) {
  M.log_n += before;
  if (!block || M.log_n >= M.log_end) return; // the host's
  log_block(M.log_n++, block);
  if (unlikely(M.log_n == M.log_end)) fiber_yield(LOG_FULL);
}

// What no first look has found to be plain, as the n-th record, or behind the block as the n-th. A load has a second look.
#define NOT_PLAIN_ACCESS(name, bytes, looks_again)                                                           \
  static __attribute__((noinline)) void not_plain_##name##bytes(uint64_t addr, uint32_t pc, uint32_t n,      \
                                                                uint32_t block) {                            \
    if (looks_again && plain(addr, bytes, PLAIN_LOAD, pc, n + (block != 0)) == PLAIN_LOGGED) {               \
      if (block) log_block(n, block);                                                                        \
      return;                                                                                                \
    }                                                                                                        \
    uint32_t before = n - M.log_n;                                                                           \
    group_catch_up(before, block);                                                                           \
    access_##name##bytes(addr, pc);                                                                          \
    M.log_n -= before + (block != 0) + 1;                                                                    \
  }

// An access of the thread's own stack leaves no record.
#define IN_GROUP(name, as, bytes, what)                                                                      \
  void emu_##as##bytes##_at(void *p, uint32_t before) {                                                      \
    uint32_t n = M.log_n + before;                                                                           \
    enum plain_end end = plain((uint64_t)p, bytes, what, HERE, n);                                           \
    if (unlikely(end != PLAIN_LOGGED)) LOOK_AGAIN(M.log_n);                                                  \
    if (unlikely(end == NOT_PLAIN))                                                                          \
      not_plain_##name##bytes((uint64_t)p, HERE, n, 0);                                                      \
    else if (end == PLAIN_LOCAL)                                                                             \
      M.log_n--;                                                                                             \
  }                                                                                                          \
  void emu_block_##as##bytes##_at(void *p, uint32_t before, uint32_t block) {                                \
    uint32_t n = M.log_n + before;                                                                           \
    enum plain_end end = plain((uint64_t)p, bytes, what, HERE, n + 1);                                       \
    if (unlikely(end == NOT_PLAIN)) {                                                                        \
      LOOK_AGAIN(M.log_n);                                                                                   \
      not_plain_##name##bytes((uint64_t)p, HERE, n, block);                                                  \
      return;                                                                                                \
    }                                                                                                        \
    log_block(n, block);                                                                                     \
    if (end == PLAIN_LOCAL) M.log_n--;                                                                       \
  }

#define GROUPED(bytes)                                                                                       \
  NOT_PLAIN_ACCESS(load, bytes, true)                                                                        \
  NOT_PLAIN_ACCESS(store, bytes, false)                                                                      \
  IN_GROUP(load, read, bytes, LOAD_AGAIN)                                                                    \
  IN_GROUP(store, write, bytes, PLAIN_STORE)
GROUPED(4)
GROUPED(8)
GROUPED(16)
