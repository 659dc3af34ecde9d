// What the gates of lab 02's tasks 1 to 8 share with those of the tensor cores.
// All are about a gated case: beta = 0, and m, n and k are multiples of every tile.
#ifndef LAB_02_GATES_H
#define LAB_02_GATES_H

#include "parts.h"

// gates.c
double products(const struct pmpp_case *c);
double inputs(const struct pmpp_case *c);   // bytes
double bytes_64(const struct pmpp_case *c); // that tiles of 64 x 64 load

#define GATE_READ                                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, inputs, 0,                                                         \
        "every element of A and B once: the kernels themselves read them",                                   \
        "the kernels do not read A and B: let them compute the product, not the host"                        \
  }

#endif
