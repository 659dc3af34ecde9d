// What the files of lab 10's grader use of each other.
#ifndef LAB_10_PARTS_H
#define LAB_10_PARTS_H

#include "cluster.h"
#include "grader/task.h"

enum { N, CHUNK };             // places in size, and in param: task 1
enum { ROWS, COLUMNS, STEPS }; // task 2
enum { X, Y };                 // buffers: task 1
enum { IN, HALOS, SCRATCH, OUT, BORDERS };

enum { DEVICES, SLAB_ROWS, SLAB_COLUMNS, SLAB_STEPS, WAY }; // task 3; WAY in param alone
enum { SLABS, GRID, RESULT };
enum { RANKS = DEVICES, RESIDUALS = 3 }; // task 4: ranks in the place of devices
enum { AWARE = 5 };                      // task 6, in param alone: enum aware
enum { LENGTH = 1 };                     // task 8, behind DEVICES
enum { VECTORS, SUMS };
enum { BOX_STEPS = 3, CUT }; // task 9, behind the three sizes; CUT in param alone
enum { BOX_GRID, BOX_RESULT };

struct cut { // of task 9: so many boxes along each axis, in the variant a digit each
  int along[3];
};
static inline struct cut cut_of(int variant) {
  return (struct cut){{variant / 100, variant / 10 % 10, variant % 10}};
}
static inline int devices_of_cut(struct cut cut) {
  return cut.along[0] * cut.along[1] * cut.along[2];
}

// How the rows of task 3 are dealt out to the devices; added to the way, it is the case's variant.
enum { DEALT_EVENLY = 0, DEALT_UNEVENLY = 2, DEALT_TO_FIRST = 4, DEALT_TO_OUTER = 6 };
static inline int dealt(const struct pmpp_case *c) {
  return c->spec->variant & ~1;
}
enum aware {
  UNAWARE,
  AWARE_OF_CUDA,
  AS_IT_IS
};                         // what MPI takes: no device pointers, device pointers, what it was built for
enum { WITHOUT_CUDA = 1 }; // added to the variant of a case of task 6 on emu
static inline enum cluster_way way_of(const struct pmpp_case *c) {
  return (enum cluster_way)(c->spec->variant & 1);
}

// cases.c, cases_devices.c
extern const struct pmpp_case_spec overlap_cases[12];
extern const struct pmpp_case_spec boundary_cases[14];
extern const struct pmpp_case_spec peers_cases[22];
extern const struct pmpp_case_spec staged_cases[17]; // of task 5, too
extern const struct pmpp_case_spec nccl_cases[17];
extern const struct pmpp_case_spec aware_cases[19];
extern const struct pmpp_case_spec ring_cases[18];
extern const struct pmpp_case_spec boxes_cases[20];

// inputs.c, inputs_devices.c
void exact(struct pmpp_buf *b);                             // an output that has no bound
void random_input(struct pmpp_case *c, struct pmpp_buf *b); // in -1 .. 1
void make_overlap(struct pmpp_case *c);
void make_boundary(struct pmpp_case *c);
void make_peers(struct pmpp_case *c);
void make_staged(struct pmpp_case *c);
void make_aware(struct pmpp_case *c);
void make_ring(struct pmpp_case *c);
void make_boxes(struct pmpp_case *c);

// golden.c, golden_devices.c, golden_ring.c, golden_boxes.c
void golden_overlap(struct pmpp_case *c);
void golden_boundary(struct pmpp_case *c);
extern const struct pmpp_mistake overlap_mistakes[1];
extern const struct pmpp_mistake boundary_mistakes[10];
void golden_peers(struct pmpp_case *c);
extern const struct pmpp_mistake peers_mistakes[7];
void golden_staged(struct pmpp_case *c);
extern const struct pmpp_mistake staged_mistakes[12];
#define make_nccl      make_staged
#define golden_nccl    golden_staged
#define nccl_mistakes  staged_mistakes
#define golden_aware   golden_staged
#define aware_mistakes staged_mistakes
void golden_ring(struct pmpp_case *c);
extern const struct pmpp_mistake ring_mistakes[8];
void golden_boxes(struct pmpp_case *c);
extern const struct pmpp_mistake boxes_mistakes[8];

// gates_devices.c: of a case of slabs
double links(const struct pmpp_case *c); // between two slabs with rows, in both directions
double steps_of(const struct pmpp_case *c);
double row_bytes(const struct pmpp_case *c);
double stores_least(const struct pmpp_case *c);

// A launch of so many results and more is shared among blocks and their threads; one of fewer need not be.
enum { MANY_OF_A_LAUNCH = 1 << 14 };
#define GATES_SHARED(share)                                                                                  \
  {EMU_busiest_block_share,                                                                                  \
   PMPP_AT_MOST,                                                                                             \
   share,                                                                                                    \
   0,                                                                                                        \
   "0.75, where a launch has 16384 elements and more: no block does three quarters of the work",             \
   "share a chunk among many blocks: one block runs on one multiprocessor, and the rest of the device "      \
   "stands by"},                                                                                             \
  {                                                                                                          \
    EMU_idle_thread_share, PMPP_AT_MOST, share, 0,                                                           \
        "0.75, where a launch has 16384 elements and more: of blocks that work at all no more than three "   \
        "quarters of the threads stand by",                                                                  \
        "give every thread of a block its share: lanes and warps that return at once keep their places"      \
  }

// gates.c, gates_devices.c, gates_ranks.c
extern const struct pmpp_gate gates_1[6];
extern const struct pmpp_gate gates_2[4];
extern const struct pmpp_gate gates_3[9];
extern const struct pmpp_gate gates_4[6];
extern const struct pmpp_gate gates_5[7];
extern const struct pmpp_gate gates_6[6];
extern const struct pmpp_gate gates_7[8];
extern const struct pmpp_gate gates_8[8];
extern const struct pmpp_gate gates_9[7];

#endif
