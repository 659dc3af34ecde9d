// The static shared segment: which of its words the running kernel may touch.
#ifndef EMU_CHECK_SHARED_H
#define EMU_CHECK_SHARED_H

#include "memory/running.h"
#include "check/touch.h"

static inline bool foreign_shared(uint64_t addr) { // an address in static shared memory
  return M.foreign_shared && M.foreign_shared[(addr - M.shared_base) >> 2];
}
static inline bool foreign_word(const struct shadow *c) { // of any shared memory
  uint64_t word = (uint64_t)(c - M.shared_shadow);
  return M.foreign_shared && word < M.shared_words && M.foreign_shared[word];
}
void shared_kernel_begins(uint32_t entry_pc); // sets foreign_shared

// Where in static shared memory lies what the running kernel may touch: pieces, counted in bytes from its base.
struct shared_piece {
  uint64_t from, bytes; // from: a word's first
};
const struct shared_piece *shared_pieces(size_t *n);

void shared_overrun(uint64_t addr, uint32_t size, int touch,
                    uint32_t pc); // tells of an access to a foreign word

#endif
