// The shadow: what the checks remember about one 4-byte word.
#ifndef EMU_MEMORY_SHADOW_H
#define EMU_MEMORY_SHADOW_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// An epoch is the stretch of one block between two of its barriers; epochs are numbered through the whole run, so
// one comparison tells "this launch", "this block" and "since the last barrier" apart.

struct shadow {
  union {
    struct {
      uint32_t r_epoch;
      uint16_t r_tick;
      uint8_t r_warp : 7;
      uint8_t r_again : 1; // see shadow_again
      uint8_t bytes : 4, r_bytes : 4;
    };
    uint64_t again;
  };
  uint32_t r_lanes; // lanes of r_warp that read at r_tick
  uint32_t r_pc;    // of the first of these readers: who reads last is often the one who then writes
  uint32_t w_epoch, w_pc;
  uint16_t w_tick;
  uint16_t w_tid : 10;
  uint16_t r_blocks : 4; // bytes that another block read in this launch
  uint16_t w_block : 1;  // the last write was an atomic of block scope
  uint16_t r_mixed : 1;  // r_lanes are plain readers and others: which is which is not known
  uint16_t stamp;        // launch (global: touched) or block (shared: written) that `bytes` belongs to
  uint8_t r_prev;        // another warp that read in this epoch, or NO_WARP
  uint8_t r_kind : 1;
  uint8_t split : 1; // the bytes have shadow words of their own (race.c)
  uint8_t w_kind : 1;
  uint8_t w_volatile : 1; // the last write was a volatile store, no atomic
  uint8_t w_bytes : 4;
};
enum { NO_WARP = 255 };
_Static_assert(sizeof(struct shadow) == 32, "the shadow is eight times the memory");
enum { PLAIN, SYNC }; // w_kind, r_kind: SYNC accesses (atomics, volatile global) do not race among themselves

// In an epoch, r_again says that all bytes of the word have been read by plain loads, and that no plain load of any thread
// can meet anything: they are written, not split, and what was written last is ordered before the epoch. Whoever changes
// more than the readers clears it. With the epoch, the reader and the bytes it is compared at once.
static inline uint64_t shadow_again(uint32_t epoch, uint32_t reader) {
  return epoch | (uint64_t)reader << 32 | 0xff80ull << 48;
}
#define SHADOW_READER (0x7full << 48 | 0xffffull << 32) // warp and tick

static inline void shadow_begin(struct shadow *c, uint16_t stamp) { // of a launch or a block
  if (c->split) c->split = c->w_bytes = c->r_bytes = c->r_blocks = 0;
  c->stamp = stamp;
  c->bytes = 0;
}

#endif
