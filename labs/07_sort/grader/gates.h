// The gate that every task of lab 07 has, each with its own bound.
#ifndef LAB_07_GATES_H
#define LAB_07_GATES_H

#define GATE_READ(bound_of, text)                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, bound_of, 0, text,                                                 \
        "the kernels do not read the input: let them compute the result, not the host"                       \
  }

#endif
