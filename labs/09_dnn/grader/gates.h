// Gates that several tasks of lab 09 share.
#ifndef LAB_09_GATES_H
#define LAB_09_GATES_H

#define GATE_BALANCE                                                                                         \
  {                                                                                                          \
    EMU_warp_balance, PMPP_AT_LEAST, NULL, 0.3,                                                              \
        "0.3: the average warp executes as much as the busiest one, or a third of it",                       \
        "share the row among all warps of the block: one that does the work of the others keeps them "       \
        "waiting"                                                                                            \
  }

#define GATE_BYTES(bound, formula, hint)                                                                     \
  { EMU_global_bytes, PMPP_AT_MOST, bound, 0, formula, hint }

#endif
