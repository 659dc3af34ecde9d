// The gates of lab 06's tasks 5 to 7: many bins, skewed samples, and a histogram that is used.
#include "gates.h"
#include <math.h>

// A block has at least four samples for each bin.
static double few_sums(const struct pmpp_case *c) {
  return samples_of(c) / 4 + bins_of(c);
}

// Ranges of 12288 bins fit into the 48 KiB that every block may have; each range reads all samples. 32 neighbouring
// words lie in 4 sectors, or in 5 where a part begins inside a sector.
static double sectors_of_ranges(const struct pmpp_case *c) {
  return (5 * samples_of(c) / 32 + 64) * ceil(bins_of(c) / 12288.0);
}

// With many bins, and four samples for each sum, there are sums of few blocks.
static double few_bins_share(const struct pmpp_case *c) {
  return samples_of(c) / 4 >= 4 * bins_of(c) ? 0.75 : 1;
}

static double atomics_once(const struct pmpp_case *c) {
  return 1.01 * samples_of(c);
}

#define GATE_FEW_SUMS                                                                                        \
  {                                                                                                          \
    EMU_global_atomics, PMPP_AT_MOST, few_sums, 0,                                                           \
        "n / 4 + bins: a block has 4 samples or more for each sum that it adds to the result",               \
        "count in shared memory, in so few blocks that each has many more samples than bins"                 \
  }

#define READ_WORDS "4n: the kernels themselves read every sample"

const struct pmpp_gate gates_5[] = {
    GATE_READ(READ_WORDS),
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_of_ranges, 0,
     "ceil(bins / 12288) (5 n / 32 + 64): 48 KiB hold 12288 counters; for each such range 32 neighbouring "
     "samples lie in 4 sectors, or 5",
     "give a block as large a range of bins as its shared memory holds, and let lanes load neighbouring "
     "samples"},
    GATE_FEW_SUMS,
    GATE_BALANCE,
    {EMU_busiest_block_share, PMPP_AT_MOST, few_bins_share, 0,
     "0.75, where sums of four blocks or more are allowed: no block does three quarters of the work",
     "share the samples among many blocks: a single block uses one multiprocessor alone"},
    {EMU_shared_atomics, PMPP_AT_MOST, atomics_once, 0, "1.01 n: one for each sample, 1 % to spare",
     "a lane without a sample of the range should make no atomic addition, not even of 0"},
};

// 4 lanes of each warp's 32 on one address, all the time, are n / 8. The sums of the blocks come to that: at most
// n / 4 of them in full warps, n / 128 steps.
static double no_waiting(const struct pmpp_case *c) {
  return samples_of(c) / 8 + samples_of(c) / 128 + 64;
}

const struct pmpp_gate gates_6[] = {
    GATE_READ("the input's bytes: the kernels themselves read every sample"),
    {EMU_atomic_serial_steps, PMPP_AT_MOST, no_waiting, 0,
     "n / 8 + n / 128 + 64: 4 of a warp's 32 lanes on one address, each time; n / 128 for the sums of blocks",
     "give each lane, or every few, a copy of the counters, or let one lane add for all that have the same "
     "bin"},
    GATE_FEW_SUMS,
    GATE_BUSY,
    GATE_BALANCE,
    WIDE("16 bytes a load", 4),
};

static double sectors_twice(const struct pmpp_case *c) {
  return 4.25 * samples_of(c) / 32 + 64;
}

static double bytes_thrice(const struct pmpp_case *c) {
  return 3.25 * samples_of(c) + 4096;
}

static double sixteenth(const struct pmpp_case *c) {
  return samples_of(c) / 16 + HIST_BINS;
}

const struct pmpp_gate gates_7[] = {
    GATE_READ(READ_BYTES),
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_twice, 0,
     "4.25 n / 32 + 64: 32 neighbouring pixels lie in one sector or two, twice; 1/4 for tables",
     "let neighbouring lanes load neighbouring pixels, to count them and to look them up"},
    {EMU_global_store_sectors, PMPP_AT_MOST, sectors_once, 0,
     "n / 16 + 64: 32 neighbouring pixels lie in one sector or two, which are stored once",
     "let neighbouring lanes store neighbouring pixels"},
    {EMU_global_bytes, PMPP_AT_MOST, bytes_thrice, 0,
     "3.25 n + 4096: a pixel is loaded to be counted, loaded to be looked up, and stored; 1/4 for tables",
     "look up in a copy of the table in shared memory: each block loads it once"},
    {EMU_global_atomics, PMPP_AT_MOST, sixteenth, 0, "n / 16 + 256: the histogram is made in shared memory",
     "use one of your histograms of the tasks before"},
    GATE_BUSY,
    GATE_BALANCE,
};
