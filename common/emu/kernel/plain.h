// What happens most: plain accesses of whole words in which there is nothing to find.
#ifndef EMU_KERNEL_PLAIN_H
#define EMU_KERNEL_PLAIN_H

#include "check/race.h"
#include "memory/heap.h"
#include <string.h>

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

enum plain { LOAD_AGAIN, PLAIN_LOAD, PLAIN_STORE }; // see race.h

static inline __attribute__((always_inline)) bool plain_words(struct shadow *c, bool shared, uint32_t size,
                                                              enum plain what, uint32_t pc) {
  bool good = true;
  for (uint32_t w = 0; w < size / 4 && good; w++)
    good = what == LOAD_AGAIN   ? race_load_again(c + w, shared, pc)
           : what == PLAIN_LOAD ? race_plain_load(c + w, shared, pc)
                                : race_plain_store(c + w, shared, pc);
  return good;
}

// Whether the words at that place in the heap may be so accessed without a further look; a store initialises them.
static inline __attribute__((always_inline)) bool plain_state(uint64_t word, uint32_t size, bool store) {
  uint8_t *state = &M.heap_state[word];
  uint32_t found = 0, all = (uint32_t)((1ull << 2 * size) - 1), allocated = all & 0xf0f0f0f0u;
  memcpy(&found, state, size / 4);
  if (likely(found == all)) return true;
  if (!store || (found & allocated) != allocated) return false;
  memcpy(state, &all, size / 4);
  return true;
}

// The word at the address, counted from `base`, and whether it is one of so many; an address that is no word's is beyond all.
static inline __attribute__((always_inline)) bool word_of(uint64_t addr, uint64_t base, uint64_t words,
                                                          uint64_t *word) {
  uint64_t at = addr - base;
  *word = at >> 2 | at << 62;
  return *word < words;
}

enum plain_end { NOT_PLAIN, PLAIN_LOGGED, PLAIN_LOCAL };

// An access that is the n-th record of the logs: it is logged there, or it is one of the thread's own stack, which is counted
// alone. NOT_PLAIN, and nothing lost, where it is something else.
static inline __attribute__((always_inline)) enum plain_end plain(uint64_t addr, uint32_t size,
                                                                  enum plain what, uint32_t pc, uint32_t n) {
  if (unlikely(n >= M.log_limit || (size > 4 && addr & (size - 1)))) return NOT_PLAIN;
  uint64_t word, packed;
  int kind = what == PLAIN_STORE ? KIND_STORE : KIND_LOAD;
  if (likely(word_of(addr, M.shared_base, M.shared_words, &word))) {
    if (unlikely(!plain_words(&M.shared_shadow[word], true, size, what, pc))) return NOT_PLAIN;
    packed = log_pack(0, size, SPACE_SHARED, kind);
  } else if (likely(word_of(addr, HEAP_BASE, HEAP_RESERVE / 4, &word))) {
    // What has been read in this epoch is allocated and written.
    if (what != LOAD_AGAIN && unlikely(!plain_state(word, size, what == PLAIN_STORE))) return NOT_PLAIN;
    if (unlikely(!plain_words(&M.heap_shadow[word], false, size, what, pc))) return NOT_PLAIN;
    packed = log_pack(0, size, SPACE_GLOBAL, kind);
  } else if (local_live(addr)) { // in kernels with such arrays most accesses are
    M.counters->v[EMU_local_bytes] += size;
    return PLAIN_LOCAL;
  } else if (word_of(addr, M.dynamic_base, M.dynamic_words, &word)) {
    if (unlikely(!plain_words(&M.dynamic_shadow[word], true, size, what, pc))) return NOT_PLAIN;
    packed = log_pack(0, size, SPACE_SHARED, kind);
  } else if (word_of(addr, M.variable_base, M.variable_words, &word)) {
    if (unlikely(!plain_words(&M.variable_shadow[word], false, size, what, pc))) return NOT_PLAIN;
    packed = log_pack(0, size, SPACE_GLOBAL, kind);
  } else {
    return NOT_PLAIN;
  }
  M.touched = true;
  log_pcs[n] = pc;
  log_addrs[n] = packed | addr | M.log_depth; // addresses of all these have 48 bits
  return PLAIN_LOGGED;
}

#endif
