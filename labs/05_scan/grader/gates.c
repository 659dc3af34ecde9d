// Lab 05's gates: what the kernels may do at most, or must do at least.
#include "gates.h"
#include "parts.h"
#include <math.h>

static double size_of(const struct pmpp_case *c) {
  return (double)c->spec->size[0];
}

static double tiles(const struct pmpp_case *c) {
  return ceil(size_of(c) / SCAN_TILE);
}

double reads_all(const struct pmpp_case *c) {
  return 4 * size_of(c);
}

// Of n / 8 sectors loaded and n / 8 stored one in 20; less than one a warp.
static double few_extra_sectors(const struct pmpp_case *c) {
  return size_of(c) / 80 + 64;
}

// A run of kept elements begins anywhere: 32 of them lie in 5 sectors, not in 4.
static double few_extra_sectors_packed(const struct pmpp_case *c) {
  return few_extra_sectors(c) + (c->floor_bytes / 4 - size_of(c)) / 32;
}

static double floor_bytes(const struct pmpp_case *c) {
  return 1.01 * c->floor_bytes;
}

// Reduce, then scan, is 1.5 times the compulsory traffic.
static double one_pass_bytes(const struct pmpp_case *c) {
  return 1.25 * c->floor_bytes;
}

static double large_tiles_bytes(const struct pmpp_case *c) {
  return 1.02 * c->floor_bytes;
}

static double three_phase_bytes(const struct pmpp_case *c) {
  return 20.5 * size_of(c);
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

static double shared_loads_640(const struct pmpp_case *c) {
  return 640 * tiles(c);
}

static double shared_loads_300(const struct pmpp_case *c) {
  return 300 * tiles(c);
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

static double busy_threads(const struct pmpp_case *c) {
  return size_of(c) / 64;
}

#define GATE_COALESCED                                                                                       \
  {                                                                                                          \
    EMU_global_sectors_excess, PMPP_AT_MOST, few_extra_sectors, 0,                                           \
        "n / 80 + 64: neighbouring lanes, neighbouring elements, but for one sector in 20",                  \
        "let a warp load and store 32 neighbours at once; a thread's own run is 32 sectors a request"        \
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

#define GATE_LAUNCHES(most, why, what)                                                                       \
  { EMU_launches, PMPP_AT_MOST, NULL, most, why, what }

#define GATE_BUSY                                                                                            \
  {                                                                                                          \
    EMU_threads, PMPP_AT_LEAST, busy_threads, 0,                                                             \
        "n / 64: with fewer threads most of the device has nothing to do at this size",                      \
        "one block that carries the sum along uses one SM alone: give each tile to a block"                  \
  }

// Whoever adds up what is left of its element by itself loads half a tile for it: 16 warps 256 times.
#define GATE_STEPS                                                                                           \
  {                                                                                                          \
    EMU_shared_load_requests, PMPP_AT_MOST, shared_loads_640, 0,                                             \
        "640 a tile: each of 16 warps loads 40 times, four times in each of 9 steps, and four more",         \
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
    {EMU_shared_load_requests, PMPP_AT_MOST, shared_loads_300, 0,
     "300 a tile: each of 16 warps may load the sums of all 16, and three words more",
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

const struct pmpp_gate gates_6[] = {
    GATE_READ,
    GATE_COALESCED,
    {EMU_global_bytes, PMPP_AT_MOST, three_phase_bytes, 0,
     "20.5n: 8n to scan the tiles, 8n to add, 4n if every thread loads what it adds; 2 % for the sums",
     "only one sum a tile is scanned in between, not the elements"},
    GATE_LAUNCHES(5, "5: tiles, their sums, the sums of those, and twice the addition",
                  "scan tiles of 512 or more at each level: three levels are enough for 2^27 elements"),
    GATE_BUSY,
};

const struct pmpp_gate gates_7[] = {
    GATE_READ,
    GATE_COALESCED,
    {EMU_global_bytes, PMPP_AT_MOST, one_pass_bytes, 0,
     "1.25 x 8n: every element loaded once and stored once; a quarter for the tiles' words",
     "keep the tile in registers until its exclusive prefix is complete"},
    GATE_LAUNCHES(2, "2: clear the tiles' words, then one pass",
                  "tiles that wait for each other need no second launch"),
    GATE_BUSY,
    {EMU_global_bytes, PMPP_AT_MOST, large_tiles_bytes, 0, "1.02 x 8n: 2 % for the tiles' words",
     "make the tile large: 4096 elements", "large tiles", 3},
};

const struct pmpp_gate gates_8[] = {
    GATE_READ,
    {EMU_global_sectors_excess, PMPP_AT_MOST, few_extra_sectors_packed, 0,
     "n / 80 + 64 + kept / 32: loads as before; 32 neighbours stored at any place lie in one sector more "
     "than 4",
     "pack what is kept in shared memory, then let neighbouring lanes store neighbours"},
    {EMU_global_bytes, PMPP_AT_MOST, one_pass_bytes, 0,
     "1.25 (4n + 4 kept): every element loaded once, each kept one stored once; a quarter for the tiles' "
     "words",
     "a place needs no array: it is the sum that look_back returns plus the place inside the tile"},
    GATE_LAUNCHES(2, "2: clear the tiles' words, then one pass", "count, place and store in one kernel"),
    GATE_BUSY,
};
