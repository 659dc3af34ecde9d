// Gates that several tasks of lab 03 have, each with its own bound.
#ifndef LAB_03_GATES_H
#define LAB_03_GATES_H

#define GATE_READ(bound, formula)                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, bound, 0, formula ": the kernels themselves read every element",   \
        "the kernels do not read the input: let them compute the result, not the host"                       \
  }

#define GATE_SECTORS                                                                                         \
  {                                                                                                          \
    EMU_sectors_per_load, PMPP_AT_MOST, NULL, 5,                                                             \
        "5: 32 lanes x 4 bytes, side by side, lie in 4 sectors of 32 bytes, or 5 where they begin between "  \
        "two",                                                                                               \
        "let neighbouring lanes load neighbouring elements"                                                  \
  }

#define GATE_LOADS(bound, formula, hint)                                                                     \
  { EMU_global_load_requests, PMPP_AT_MOST, bound, 0, formula, hint }

#define GATE_BYTES(bound, formula, hint)                                                                     \
  { EMU_global_bytes, PMPP_AT_MOST, bound, 0, formula, hint }

// The distinction of a tile that needs nothing else.
#define GATE_HALO(bound, formula, hint, points)                                                              \
  { EMU_global_bytes, PMPP_AT_MOST, bound, 0, formula, hint, "the halo in shared memory", points }

#define GATE_WASTE(bound, formula, hint)                                                                     \
  { EMU_global_sectors_excess, PMPP_AT_MOST, bound, 0, formula, hint }

#define FILL_BY_ROWS                                                                                         \
  "fill the tile row by row and store the outputs row by row: neighbouring lanes, neighbouring pixels"

#endif
