// The gate that every task of lab 05 has.
#ifndef LAB_05_GATES_H
#define LAB_05_GATES_H

#define GATE_READ                                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, reads_all, 0, "4n: the kernels themselves read every element",     \
        "the kernels do not read the input: let them compute the result, not the host"                       \
  }

#endif
