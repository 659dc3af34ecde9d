// Lab 10's cases on several devices.
#include "parts.h"

enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU, GATED = PMPP_ON_EMU | PMPP_GATED, MANY = GATED | PMPP_UNLISTED };

// `devices` in all; the grid's rows and columns; steps. The variant is the way, and how the rows are dealt out.
#define SLAB(label, way, devices_, rows, columns, steps, deal, where_)                                       \
  { label, {devices_, rows, columns, steps}, CLUSTER_##way + deal, where_, .devices = devices_ }

// Cases of the same number of devices stand together: each number takes a worker of its own.
const struct pmpp_case_spec peers_cases[22] = {
    SLAB("1 device, 1 x 1, 3 steps", COPIES, 1, 1, 1, 3, DEALT_EVENLY, BOTH),
    SLAB("1 device, 7 x 33, 2 steps", LOADS, 1, 7, 33, 2, DEALT_EVENLY, BOTH),
    SLAB("2 devices, 2 x 5, 1 step: a row each", COPIES, 2, 2, 5, 1, DEALT_EVENLY, BOTH),
    SLAB("2 devices, 6 x 9, no step", COPIES, 2, 6, 9, 0, DEALT_EVENLY, BOTH),
    SLAB("2 devices, 9 x 12, 4 steps", COPIES, 2, 9, 12, 4, DEALT_EVENLY, BOTH),
    SLAB("2 devices, 9 x 12, 5 steps, by loads", LOADS, 2, 9, 12, 5, DEALT_EVENLY, BOTH),
    SLAB("2 devices, 5 x 8, 3 steps, the last one without rows", COPIES, 2, 5, 8, 3, DEALT_TO_FIRST, BOTH),
    SLAB("3 devices, 17 x 40, 6 steps", COPIES, 3, 17, 40, 6, DEALT_UNEVENLY, BOTH),
    SLAB("3 devices, 17 x 40, 5 steps, by loads", LOADS, 3, 17, 40, 5, DEALT_UNEVENLY, BOTH),
    SLAB("3 devices, 6 x 7, 4 steps, one between without rows", COPIES, 3, 6, 7, 4, DEALT_TO_OUTER, BOTH),
    SLAB("3 devices, 6 x 7, 5 steps, one between without rows, by loads", LOADS, 3, 6, 7, 5, DEALT_TO_OUTER,
         BOTH),
    SLAB("4 devices, 9 x 2, 3 steps: edges alone", COPIES, 4, 9, 2, 3, DEALT_UNEVENLY, BOTH),
    SLAB("4 devices, 4 x 64, 7 steps: a row each", COPIES, 4, 4, 64, 7, DEALT_EVENLY, BOTH),
    SLAB("4 devices, 4 x 64, 6 steps: a row each, by loads", LOADS, 4, 4, 64, 6, DEALT_EVENLY, BOTH),
    SLAB("4 devices, 100 x 60, 12 steps, by loads", LOADS, 4, 100, 60, 12, DEALT_UNEVENLY, GATED),
    SLAB("4 devices, 100 x 60, 12 steps", COPIES, 4, 100, 60, 12, DEALT_UNEVENLY, GATED),
    SLAB("8 devices, 5 x 11, 4 steps, some without rows", COPIES, 8, 5, 11, 4, DEALT_TO_OUTER, BOTH),
    SLAB("8 devices, 30 x 50, 5 steps, by loads", LOADS, 8, 30, 50, 5, DEALT_UNEVENLY, BOTH),
    SLAB("8 devices, 30 x 50, 3 steps", COPIES, 8, 30, 50, 3, DEALT_UNEVENLY, BOTH),
    SLAB("4 devices, 4001 x 1025, 9 steps", COPIES, 4, 4001, 1025, 9, DEALT_UNEVENLY, PMPP_ON_GPU),
    SLAB("2 devices, 150 x 130, 3 steps", COPIES, 2, 150, 130, 3, DEALT_EVENLY, MANY),
    SLAB("2 devices, 4001 x 1025, 8 steps, by loads", LOADS, 2, 4001, 1025, 8, DEALT_UNEVENLY, PMPP_ON_GPU),
};

// `ranks` in all; the grid's rows and columns; steps; so many devices a rank may take. Cases of the same number of ranks stand
// together: each number takes a job of its own.
#define RANKS_OF(label, ranks_, rows, columns, steps, deal, devices_, where_, apart_)                        \
  {                                                                                                          \
    label, {ranks_, rows, columns, steps}, deal, where_, .devices = devices_, .ranks = ranks_,               \
                                                         .apart = apart_                                     \
  }

#define STAGED_CASES(X)                                                                                      \
  X("1 rank, 1 x 1, 3 steps", 1, 1, 1, 3, DEALT_EVENLY, 1, BOTH),                                            \
      X("1 rank, 7 x 33, 4 steps", 1, 7, 33, 4, DEALT_EVENLY, 1, BOTH),                                      \
      X("2 ranks, 2 x 5, 1 step: a row each", 2, 2, 5, 1, DEALT_EVENLY, 1, BOTH),                            \
      X("2 ranks, 6 x 9, no step", 2, 6, 9, 0, DEALT_EVENLY, 1, BOTH),                                       \
      X("2 ranks, 9 x 12, 5 steps", 2, 9, 12, 5, DEALT_UNEVENLY, 1, BOTH),                                   \
      X("2 ranks, 5 x 8, 3 steps, the last one without rows", 2, 5, 8, 3, DEALT_TO_FIRST, 1, BOTH),          \
      X("3 ranks, 17 x 40, 6 steps, 2 devices", 3, 17, 40, 6, DEALT_UNEVENLY, 2, BOTH),                      \
      X("3 ranks, 6 x 7, 5 steps, one between without rows, 2 devices", 3, 6, 7, 5, DEALT_TO_OUTER, 2,       \
        BOTH),                                                                                               \
      X("3 ranks, 5 x 3000, 2 steps, 2 devices: long rows", 3, 5, 3000, 2, DEALT_UNEVENLY, 2, BOTH),         \
      X("4 ranks, 9 x 2, 3 steps: edges alone", 4, 9, 2, 3, DEALT_UNEVENLY, 1, BOTH),                        \
      X("4 ranks, 4 x 64, 7 steps: a row each", 4, 4, 64, 7, DEALT_EVENLY, 1, BOTH),                         \
      X("4 ranks, 100 x 60, 12 steps", 4, 100, 60, 12, DEALT_UNEVENLY, 1, GATED),                            \
      X("8 ranks, 5 x 11, 4 steps, some without rows", 8, 5, 11, 4, DEALT_TO_OUTER, 1, BOTH),                \
      X("8 ranks, 30 x 50, 5 steps", 8, 30, 50, 5, DEALT_UNEVENLY, 1, BOTH),                                 \
      X("8 ranks, 1 x 20, 2 steps: one row in all", 8, 1, 20, 2, DEALT_TO_FIRST, 1, BOTH),                   \
      X("2 ranks, 4001 x 1025, 9 steps", 2, 4001, 1025, 9, DEALT_UNEVENLY, 1, PMPP_ON_GPU),                  \
      X("2 ranks, 150 x 130, 3 steps", 2, 150, 130, 3, DEALT_EVENLY, 1, MANY)

// A device of a GPU serves several ranks, but not for NCCL.
#define TOGETHER(...) RANKS_OF(__VA_ARGS__, false)
#define APART(...)    RANKS_OF(__VA_ARGS__, true)
const struct pmpp_case_spec staged_cases[17] = {STAGED_CASES(TOGETHER)};
const struct pmpp_case_spec nccl_cases[17] = {STAGED_CASES(APART)};

// On a GPU MPI is what it was built as.
#define AS_BUILT(label, ranks_, rows, columns, steps, deal, devices_)                                        \
  TOGETHER(label ", MPI as it is", ranks_, rows, columns, steps, deal, devices_, PMPP_ON_GPU)
#define UNAWARE(label, ranks_, rows, columns, steps, deal, devices_, where_)                                 \
  TOGETHER(label ", MPI without CUDA", ranks_, rows, columns, steps, (deal) + WITHOUT_CUDA, devices_, where_)

const struct pmpp_case_spec aware_cases[19] = {
    TOGETHER("1 rank, 7 x 33, 4 steps", 1, 7, 33, 4, DEALT_EVENLY, 1, PMPP_ON_EMU),
    TOGETHER("2 ranks, 2 x 5, 1 step: a row each", 2, 2, 5, 1, DEALT_EVENLY, 1, PMPP_ON_EMU),
    TOGETHER("2 ranks, 6 x 9, no step", 2, 6, 9, 0, DEALT_EVENLY, 1, PMPP_ON_EMU),
    TOGETHER("2 ranks, 9 x 12, 5 steps", 2, 9, 12, 5, DEALT_UNEVENLY, 1, PMPP_ON_EMU),
    UNAWARE("2 ranks, 9 x 12, 4 steps", 2, 9, 12, 4, DEALT_UNEVENLY, 1, PMPP_ON_EMU),
    TOGETHER("2 ranks, 5 x 8, 3 steps, the last one without rows", 2, 5, 8, 3, DEALT_TO_FIRST, 1,
             PMPP_ON_EMU),
    TOGETHER("3 ranks, 17 x 40, 6 steps, 2 devices", 3, 17, 40, 6, DEALT_UNEVENLY, 2, PMPP_ON_EMU),
    UNAWARE("3 ranks, 6 x 7, 5 steps, one without rows", 3, 6, 7, 5, DEALT_TO_OUTER, 2, PMPP_ON_EMU),
    TOGETHER("3 ranks, 5 x 3000, 2 steps, 2 devices: long rows", 3, 5, 3000, 2, DEALT_UNEVENLY, 2,
             PMPP_ON_EMU),
    TOGETHER("4 ranks, 9 x 2, 3 steps: edges alone", 4, 9, 2, 3, DEALT_UNEVENLY, 1, PMPP_ON_EMU),
    TOGETHER("4 ranks, 4 x 64, 7 steps: a row each", 4, 4, 64, 7, DEALT_EVENLY, 1, PMPP_ON_EMU),
    TOGETHER("4 ranks, 100 x 60, 12 steps", 4, 100, 60, 12, DEALT_UNEVENLY, 1, GATED),
    TOGETHER("8 ranks, 5 x 11, 4 steps, some without rows", 8, 5, 11, 4, DEALT_TO_OUTER, 1, PMPP_ON_EMU),
    UNAWARE("8 ranks, 30 x 50, 5 steps", 8, 30, 50, 5, DEALT_UNEVENLY, 1, PMPP_ON_EMU),
    TOGETHER("8 ranks, 1 x 20, 2 steps: one row in all", 8, 1, 20, 2, DEALT_TO_FIRST, 1, PMPP_ON_EMU),
    AS_BUILT("2 ranks, 4001 x 1025, 9 steps", 2, 4001, 1025, 9, DEALT_UNEVENLY, 1),
    AS_BUILT("2 ranks, 5 x 8, 3 steps, one without rows", 2, 5, 8, 3, DEALT_TO_FIRST, 1),
    AS_BUILT("4 ranks, 30 x 50, 5 steps", 4, 30, 50, 5, DEALT_UNEVENLY, 1),
    TOGETHER("2 ranks, 150 x 130, 3 steps", 2, 150, 130, 3, DEALT_EVENLY, 1, MANY),
};

#define RING(devices_, n, where_)                                                                            \
  { #devices_ " devices, n=" #n, {devices_, n }, 0, where_, .devices = devices_ }

const struct pmpp_case_spec ring_cases[18] = {
    RING(1, 5, BOTH),
    RING(2, 0, BOTH),
    RING(2, 1, BOTH),
    RING(2, 6, BOTH),
    RING(2, 1001, BOTH),
    RING(3, 2, BOTH),
    RING(3, 7, BOTH),
    RING(3, 600, BOTH),
    RING(4, 3, BOTH),
    RING(4, 4096, BOTH),
    RING(4, 20003, GATED),
    RING(8, 5, BOTH),
    RING(8, 8, BOTH),
    RING(8, 17, BOTH),
    RING(8, 4099, BOTH),
    RING(4, 4194307, PMPP_ON_GPU),
    RING(2, 4194305, PMPP_ON_GPU),
    RING(2, 40001, MANY),
};

// The grid's size, steps; the cut, a digit for each axis.
#define BOX(z, y, x, steps, cut, devices_, where_)                                                           \
  {                                                                                                          \
#z " x " #y " x " #x ", " #steps " steps, cut " #cut, {z, y, x, steps }, cut, where_,                    \
                                                           .devices = devices_                               \
  }

const struct pmpp_case_spec boxes_cases[20] = {
    BOX(1, 1, 1, 2, 111, 1, BOTH),
    BOX(4, 5, 6, 3, 111, 1, BOTH),
    BOX(6, 5, 7, 2, 211, 2, BOTH),
    BOX(6, 5, 7, 3, 121, 2, BOTH),
    BOX(6, 5, 7, 4, 112, 2, BOTH),
    BOX(3, 3, 2, 0, 112, 2, BOTH),
    BOX(5, 7, 4, 3, 131, 3, BOTH),
    BOX(3, 4, 9, 5, 113, 3, BOTH),
    BOX(5, 7, 6, 3, 221, 4, BOTH),
    BOX(5, 7, 6, 4, 122, 4, BOTH),
    BOX(4, 3, 6, 3, 411, 4, BOTH),
    BOX(20, 18, 17, 6, 141, 4, GATED),
    BOX(2, 2, 2, 3, 222, 8, BOTH),
    BOX(7, 6, 9, 4, 222, 8, BOTH),
    BOX(9, 8, 5, 3, 421, 8, BOTH),
    BOX(9, 4, 5, 5, 811, 8, BOTH),
    BOX(20, 18, 22, 6, 222, 8, GATED),
    BOX(96, 100, 130, 7, 212, 4, PMPP_ON_GPU),
    BOX(96, 100, 131, 6, 112, 2, PMPP_ON_GPU),
    BOX(30, 36, 32, 3, 112, 2, MANY),
};
