// The gates of lab 05's tasks 1 to 5, which scan each tile: what the kernels may do at most, or must do at least.
#include "gates.h"
#include <math.h>

double size_of(const struct pmpp_case *c) {
  return (double)c->spec->size[0];
}

static double tiles(const struct pmpp_case *c) {
  return ceil(size_of(c) / SCAN_TILE);
}

double reads_all(const struct pmpp_case *c) {
  return 4 * size_of(c);
}

// Of n / 8 sectors loaded and n / 8 stored one in 20; less than one a warp.
double few_extra_sectors(const struct pmpp_case *c) {
  return size_of(c) / 80 + 64;
}

static double floor_bytes(const struct pmpp_case *c) {
  return 1.01 * c->floor_bytes;
}

static double half_the_size(const struct pmpp_case *c) {
  return size_of(c) / 2;
}

static double barriers_11(const struct pmpp_case *c) {
  return 11 * tiles(c);
}

static double shared_loads_160(const struct pmpp_case *c) {
  return 160 * tiles(c);
}

// In bytes, not in requests: a load of 16 bytes a lane brings four words.
static double shared_bytes_640(const struct pmpp_case *c) {
  return 128 * 640 * tiles(c);
}

static double shared_bytes_300(const struct pmpp_case *c) {
  return 128 * 300 * tiles(c);
}

static double exchanges_5(const struct pmpp_case *c) {
  return 5 * tiles(c);
}

static double barriers_6(const struct pmpp_case *c) {
  return 6 * tiles(c);
}

static double exchanges_40(const struct pmpp_case *c) {
  return 40 * tiles(c);
}

static double shared_stores_84(const struct pmpp_case *c) {
  return 84 * tiles(c);
}

static double shared_stores_132(const struct pmpp_case *c) {
  return 132 * tiles(c);
}

static double shared_stores_33(const struct pmpp_case *c) {
  return 33 * tiles(c);
}

#define GATE_BYTES                                                                                           \
  {                                                                                                          \
    EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0, "1.01 x 8n: every element loaded once and stored once",  \
        "load an element once; what the steps exchange belongs in shared memory or registers"                \
  }

#define GATE_SIMT(least, why)                                                                                \
  {                                                                                                          \
    EMU_simt_efficiency, PMPP_AT_LEAST, NULL, least, why,                                                    \
        "the additions of a step do not depend on each other: share them among the threads"                  \
  }

#define GATE_BALANCE_OF(least)                                                                               \
  {                                                                                                          \
    EMU_warp_balance, PMPP_AT_LEAST, NULL, least,                                                            \
        #least ": the mean warp executes that share of what the busiest one executes",                       \
        "let all warps of a block add: one warp or one thread that scans the tile leaves the others idle"    \
  }
#define GATE_BALANCE GATE_BALANCE_OF(0.25)
// In each step of stages 1, 2 and 4 all warps add, or all but the first ones: 0.78 and more.
#define GATE_ALL_ADD GATE_BALANCE_OF(0.5)

#define GATE_ATOMICS                                                                                         \
  {                                                                                                          \
    EMU_shared_atomics, PMPP_AT_MOST, NULL, 0, "0: in a step each word belongs to one thread",               \
        "load and store the sums with plain accesses: between two barriers nobody else stores to them"       \
  }

// Whoever adds up what is left of its element by itself loads half a tile for it: 16 warps 256 times.
#define GATE_STEPS                                                                                           \
  {                                                                                                          \
    EMU_shared_load_bytes, PMPP_AT_MOST, shared_bytes_640, 0,                                                \
        "128 x 640 a tile: each of 16 warps loads 40 words a lane, four in each of 9 steps, and four more",  \
        "use the sums that other threads have made: with distances 1, 2, 4, ... 9 steps add up 512 elements" \
  }

// Few threads with a run of elements each need no network.
#define GATE_A_THREAD_AN_ELEMENT                                                                             \
  {                                                                                                          \
    EMU_threads, PMPP_AT_LEAST, half_the_size, 0, "n / 2: a thread has an element, or two",                  \
        "give each thread one element of the tile, to which it adds one in each step"                        \
  }

const struct pmpp_gate gates_1[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    GATE_STEPS,
    GATE_SIMT(0.50, "0.50: the threads of a tile share the additions"),
    GATE_ALL_ADD,
    GATE_A_THREAD_AN_ELEMENT,
    GATE_ATOMICS,
    {EMU_barriers, PMPP_AT_MOST, barriers_11, 0,
     "11 a tile: after the load, after each of 9 steps, and one to spare",
     "with two buffers a step reads one and writes the other: one barrier a step is enough", "two buffers",
     3},
};

const struct pmpp_gate gates_2[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    GATE_STEPS,
    GATE_SIMT(0.50, "0.50: the threads of a tile share the additions"),
    GATE_ALL_ADD,
    GATE_A_THREAD_AN_ELEMENT,
    GATE_ATOMICS,
    {EMU_shared_load_requests, PMPP_AT_MOST, shared_loads_160, 0,
     "160 a tile: each of 16 warps loads once in each of 9 steps, and once more",
     "keep the thread's own sum in a register: a step then loads one word only, its neighbour's",
     "own sum in a register", 3},
};

const struct pmpp_gate gates_3[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    GATE_STEPS,
    {EMU_shared_store_requests, PMPP_AT_MOST, shared_stores_84, 0,
     "84 a tile: 16 for the load; a sweep has 8 + 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 = 20 warps that add; 1 store "
     "each "
     "on the way up, 2 down; 8 to spare",
     "with d = 1, 2, 4, ... only 512 / 2d threads add, the first ones: thread t at right = 2 d (t + 1) - 1"},
    {EMU_warp_exchanges, PMPP_AT_MOST, exchanges_40, 0,
     "40 a tile: two sweeps of 20 warps that add; a scan of 16 warps by shuffles has 80 and more",
     "a scan by shuffles makes five additions an element: let each thread add up several elements by itself "
     "first"},
    GATE_SIMT(0.40, "0.40: the threads of a tile share the additions, whole warps drop out"),
    GATE_BALANCE,
};

const struct pmpp_gate gates_4[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    GATE_STEPS,
    {EMU_shared_store_requests, PMPP_AT_MOST, shared_stores_132, 0,
     "132 a tile: 16 for the load; of 16 warps, all for d below 32 (5 steps), then 8 (4 steps); 4 to spare",
     "half of the elements get an addition in a step: those whose index has the bit d"},
    GATE_SIMT(0.50, "0.50: the threads of a tile share the additions"),
    GATE_ALL_ADD,
    {EMU_barriers, PMPP_AT_MOST, barriers_11, 0,
     "11 a tile: after the load, after each of 9 steps, and one to spare",
     "one barrier a step is enough: what a step reads from other threads, it does not write",
     "one barrier a step", 2},
};

const struct pmpp_gate gates_5[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    {EMU_shared_load_bytes, PMPP_AT_MOST, shared_bytes_300, 0,
     "128 x 300 a tile: each of 16 warps may load the sums of all 16 in every lane, and three words more",
     "let a lane get its neighbours' sums by __shfl_up_sync: what it loads of its warp's elements is a load "
     "each"},
    {EMU_warp_exchanges, PMPP_AT_LEAST, exchanges_5, 0,
     "5 a tile: one warp, at least, scans 32 values with distances 1, 2, 4, 8, 16",
     "scan a warp's values by __shfl_up_sync"},
    {EMU_barriers, PMPP_AT_MOST, barriers_6, 0,
     "6 a tile: before and after the scan of the warps' sums, and as many again and two for helpers with "
     "their own",
     "warps need no barrier for their own 32 elements: use __shfl_up_sync, distances 1, 2, 4, 8, 16"},
    {EMU_shared_store_requests, PMPP_AT_MOST, shared_stores_33, 0,
     "33 a tile: 16 warps store a sum each, one stores their scan, and 16 to spare",
     "only a warp's sum goes to shared memory, stored by its last lane"},
    GATE_SIMT(0.50, "0.50: the threads of a tile share the additions"),
    GATE_BALANCE,
};
