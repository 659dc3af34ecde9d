// What the gates of lab 05's tasks share: the tiles, the whole array and the row pointers.
#ifndef LAB_05_GATES_H
#define LAB_05_GATES_H

#include "parts.h"

// gates.c
double size_of(const struct pmpp_case *c);
double reads_all(const struct pmpp_case *c); // bytes
double few_extra_sectors(const struct pmpp_case *c);

#define GATE_READ                                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, reads_all, 0, "4n: the kernels themselves read every element",     \
        "the kernels do not read the input: let them compute the result, not the host"                       \
  }

#define GATE_COALESCED                                                                                       \
  {                                                                                                          \
    EMU_global_sectors_excess, PMPP_AT_MOST, few_extra_sectors, 0,                                           \
        "n / 80 + 64: neighbouring lanes, neighbouring elements, but for one sector in 20",                  \
        "let a warp load and store 32 neighbours at once; a thread's own run is 32 sectors a request"        \
  }

#endif
