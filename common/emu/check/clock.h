// Vector clocks: which work of each stream, and which of the host's steps, something is ordered behind.
#ifndef EMU_CHECK_CLOCK_H
#define EMU_CHECK_CLOCK_H

#include <stdint.h>

enum { HOST_SLOT, MOST_SLOTS = 1024 }; // the host, then the streams

struct clock {
  uint32_t at[MOST_SLOTS]; // of each slot: its first so many works are done before
};
extern uint32_t clock_slots; // in use
extern struct clock host_clock;

static inline void clock_join(struct clock *to, const struct clock *from) {
  for (uint32_t i = 0; i < clock_slots; i++)
    if (to->at[i] < from->at[i]) to->at[i] = from->at[i];
}
static inline void clock_copy(struct clock *to, const struct clock *from) {
  for (uint32_t i = 0; i < clock_slots; i++) to->at[i] = from->at[i];
}

#endif
