// The gates of lab 05's tasks 6 to 8, which scan or pack the whole array.
#include "gates.h"

// A run of kept elements begins anywhere: 32 of them lie in 5 sectors, not in 4.
static double few_extra_sectors_packed(const struct pmpp_case *c) {
  return few_extra_sectors(c) + (c->floor_bytes / 4 - size_of(c)) / 32;
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

static double busy_threads(const struct pmpp_case *c) {
  return size_of(c) / 64;
}

#define GATE_LAUNCHES(most, why, what)                                                                       \
  { EMU_launches, PMPP_AT_MOST, NULL, most, why, what }

#define GATE_BUSY                                                                                            \
  {                                                                                                          \
    EMU_threads, PMPP_AT_LEAST, busy_threads, 0,                                                             \
        "n / 64: with fewer threads most of the device has nothing to do at this size",                      \
        "one block that carries the sum along uses one SM alone: give each tile to a block"                  \
  }

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
