// What the gates of lab 06's tasks 1 to 4 share with those of 5 to 7.
#ifndef LAB_06_GATES_H
#define LAB_06_GATES_H

#include "parts.h"

// gates.c
double samples_of(const struct pmpp_case *c);
double input_bytes(const struct pmpp_case *c);
double sectors_once(const struct pmpp_case *c);
double busy_threads(const struct pmpp_case *c);
double wide_loads(const struct pmpp_case *c);

#define GATE_READ(formula_of)                                                                                \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, input_bytes, 0, formula_of,                                        \
        "the kernels do not read the samples: let them count, not the host"                                  \
  }

#define GATE_BUSY                                                                                            \
  {                                                                                                          \
    EMU_threads, PMPP_AT_LEAST, busy_threads, 0,                                                             \
        "n / 128: with fewer threads most of the device has nothing to do at this size",                     \
        "share the samples among many blocks: a single block uses one multiprocessor alone"                  \
  }

#define GATE_BALANCE                                                                                         \
  {                                                                                                          \
    EMU_warp_balance, PMPP_AT_LEAST, NULL, 0.25,                                                             \
        "0.25: the mean warp executes a quarter of what the busiest one executes",                           \
        "share the samples among all warps of all blocks: a warp that counts for the others keeps them "     \
        "waiting"                                                                                            \
  }

#define READ_BYTES "n: the kernels themselves read every sample"

#define WIDE(name, points)                                                                                   \
  {                                                                                                          \
    EMU_global_load_requests, PMPP_AT_MOST, wide_loads, 0,                                                   \
        "1.05 bytes / 512 + 64: a request of 32 lanes brings 16 bytes each",                                 \
        "load a uint4: 16 bytes for each lane, neighbouring lanes side by side", name, points                \
  }

#endif
