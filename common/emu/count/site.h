// What each place of the program cost.
#ifndef EMU_COUNT_SITE_H
#define EMU_COUNT_SITE_H

#include "memory/running.h"

struct site {
  uint32_t pc;
  int space, kind;
  uint64_t requests, lanes, bytes;
  uint64_t sectors, sectors_ideal;       // global
  uint64_t wavefronts, wavefronts_ideal; // shared
  uint64_t most;                         // sectors, wavefronts or lanes on one address of the worst request
};
struct site *site_of(uint32_t pc, int space, int kind);
const struct site *all_sites(uint32_t *n);

#endif
