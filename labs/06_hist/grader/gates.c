// Lab 06's gates: what the kernels may do at most, or must do at least.
#include "parts.h"
#include <math.h>

static double samples_of(const struct pmpp_case *c) {
  return (double)c->spec->size[0];
}

static double input_bytes(const struct pmpp_case *c) {
  return samples_of(c) * bytes_of(c);
}

// 32 neighbouring bytes lie in one sector, or in two where a part begins inside a sector. 64 more for warps that are
// not full.
static double sectors_once(const struct pmpp_case *c) {
  return samples_of(c) / 16 + 64;
}

#define GATE_READ(formula_of)                                                                                \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, input_bytes, 0, formula_of,                                        \
        "the kernels do not read the samples: let them count, not the host"                                  \
  }

static double input_twice(const struct pmpp_case *c) {
  return 2 * input_bytes(c) + 4096;
}

#define GATE_READ_ONCE                                                                                       \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_MOST, input_twice, 0,                                                     \
        "2 n + 4096: a sample is loaded once, perhaps twice",                                                \
        "share the samples among the blocks: a block that counts one bin reads all samples for it"           \
  }

#define NEIGHBOURS(name, points)                                                                             \
  {                                                                                                          \
    EMU_global_load_sectors, PMPP_AT_MOST, sectors_once, 0,                                                  \
        "n / 16 + 64: 32 neighbouring samples lie in one sector or two, which are requested once",           \
        "let neighbouring lanes load neighbouring samples: a thread's next one is a grid away, not beside "  \
        "it",                                                                                                \
        name, points                                                                                         \
  }

#define GATE_SECTORS NEIGHBOURS(NULL, 0)

static double busy_threads(const struct pmpp_case *c) {
  return samples_of(c) / 128;
}

#define GATE_BUSY                                                                                            \
  {                                                                                                          \
    EMU_threads, PMPP_AT_LEAST, busy_threads, 0,                                                             \
        "n / 128: with fewer threads most of the device has nothing to do at this size",                     \
        "share the samples among many blocks: a single block uses one multiprocessor alone"                  \
  }

#define GATE_SIMT(least)                                                                                     \
  {                                                                                                          \
    EMU_simt_efficiency, PMPP_AT_LEAST, NULL, least, #least ": the threads share the samples",               \
        "give every lane samples: a loop over all of them by one thread keeps 31 lanes waiting"              \
  }

#define GATE_BALANCE                                                                                         \
  {                                                                                                          \
    EMU_warp_balance, PMPP_AT_LEAST, NULL, 0.25,                                                             \
        "0.25: the mean warp executes a quarter of what the busiest one executes",                           \
        "share the samples among all warps of all blocks: a warp that counts for the others keeps them "     \
        "waiting"                                                                                            \
  }

#define READ_BYTES "n: the kernels themselves read every sample"

static double one_a_sample(const struct pmpp_case *c) {
  return samples_of(c) + HIST_BINS;
}

#define GATE_FEW_VOTES                                                                                       \
  {                                                                                                          \
    EMU_warp_exchanges, PMPP_AT_MOST, one_a_sample, 0,                                                       \
        "n + 256: 32 votes or shuffles of a warp for each 32 samples",                                       \
        "let an atomic add to the sample's bin: a vote for each of the 256 bins costs 256 instructions"      \
  }

const struct pmpp_gate gates_1[] = {
    GATE_READ(READ_BYTES),
    GATE_FEW_VOTES,
    GATE_READ_ONCE,
    GATE_SIMT(0.50),
    GATE_BALANCE,
    GATE_BUSY,
    NEIGHBOURS("neighbouring lanes, neighbouring samples", 3),
    {EMU_global_atomics, PMPP_AT_MOST, one_a_sample, 0, "n + 256: one for each sample; 256 to begin with",
     "load the sample with a plain load, and add 1 to its bin once"},
};

// A block of 1024 threads, the largest there is, with one sample a thread: 4 for each of the 256 bins.
static double quarter(const struct pmpp_case *c) {
  return samples_of(c) / 4 + HIST_BINS;
}

// Of 128 uniform samples 101 bins have one or more. Lanes of a warp that add together for a bin still change one for 0.94 of
// their samples; sums of 0 change nothing.
static double four_fifths(const struct pmpp_case *c) {
  return 0.8 * samples_of(c) + HIST_BINS;
}

// Where lanes that have the same bin add together, fewer; of uniform samples few have.
static double most_in_shared(const struct pmpp_case *c) {
  return (c->spec->variant & 0xff) == UNIFORM ? samples_of(c) / 2 : 0;
}

const struct pmpp_gate gates_2[] = {
    GATE_READ(READ_BYTES),
    GATE_FEW_VOTES,
    GATE_SECTORS,
    {EMU_shared_atomics, PMPP_AT_LEAST, most_in_shared, 0,
     "n / 2 of uniform samples: each is counted in its block's shared memory, alone or with its like",
     "count in shared memory; only a block's 256 sums go to global memory"},
    {EMU_global_atomic_changes, PMPP_AT_MOST, four_fifths, 0,
     "0.8 n + 256: uniform samples of a block of 128 have 101 bins, so that 101 sums of it change the result",
     "a sample's addition in shared memory takes the place of that in global memory: only the block's sums "
     "go "
     "there"},
    GATE_BALANCE,
    {EMU_global_atomics, PMPP_AT_MOST, quarter, 0,
     "n / 4 + 256: at most one for each bin and block, and a block of 1024 samples has 4 for each bin",
     "a block of 256 samples adds nearly as many sums as it has samples: give it 1024 or more", "few sums",
     4},
    {EMU_simt_efficiency, PMPP_AT_LEAST, NULL, 0.60,
     "0.60: the threads share the clearing and the adding, too",
     "let thread b clear bin b and add its sum: a loop over the bins by one thread keeps 31 lanes waiting"},
};

static double blocks_allowed(const struct pmpp_case *c) {
  return (double)c->spec->size[1];
}

static double sums_of_blocks(const struct pmpp_case *c) {
  return HIST_BINS * blocks_allowed(c);
}

const struct pmpp_gate gates_3[] = {
    GATE_READ(READ_BYTES),
    GATE_FEW_VOTES,
    GATE_SECTORS,
    GATE_BALANCE,
    {EMU_blocks, PMPP_AT_MOST, blocks_allowed, 0, "the parameter `blocks`: the grid does not grow with n",
     "launch at most `blocks` blocks, and let each thread loop until all samples are counted"},
    {EMU_blocks, PMPP_AT_LEAST, blocks_allowed, 0,
     "the parameter `blocks`: with fewer, multiprocessors that may work have nothing to do",
     "launch all of the `blocks` blocks where each has samples; a single block uses one multiprocessor "
     "alone"},
    {EMU_global_atomics, PMPP_AT_MOST, sums_of_blocks, 0, "256 `blocks`: one for each bin and block",
     "add a block's sums to the result once, after its last sample, not in every round"},
};

// Runs of equal samples in the whole input; a thread that holds 16 of them cuts at most one run at each end.
static double runs(const struct pmpp_case *c) {
  const uint8_t *x = c->buf[IN].data;
  double sum = 1;
  for (int64_t i = 1; i < c->buf[IN].arg.count; i++) sum += x[i] != x[i - 1];
  return sum + samples_of(c) / 16 + 32;
}

static double eighth(const struct pmpp_case *c) {
  return samples_of(c) / 8 + HIST_BINS;
}

static double sixteenth(const struct pmpp_case *c) {
  return samples_of(c) / 16 + HIST_BINS;
}

static double wide_loads(const struct pmpp_case *c) {
  return 1.05 * input_bytes(c) / 512 + 64;
}

static double sectors_wide(const struct pmpp_case *c) {
  return 1.1 * input_bytes(c) / 32 + 64;
}

#define WIDE(name, points)                                                                                   \
  {                                                                                                          \
    EMU_global_load_requests, PMPP_AT_MOST, wide_loads, 0,                                                   \
        "1.05 bytes / 512 + 64: a request of 32 lanes brings 16 bytes each",                                 \
        "load a uint4: 16 bytes for each lane, neighbouring lanes side by side", name, points                \
  }

// A thread that has 16 samples or more adds them once where all are equal.
static double aggregated(const struct pmpp_case *c) {
  return (c->spec->variant & 0xff) == ONE_BIN ? samples_of(c) / 4 + HIST_BINS : samples_of(c) + HIST_BINS;
}

const struct pmpp_gate gates_4[] = {
    GATE_READ(READ_BYTES),
    GATE_READ_ONCE,
    {EMU_shared_atomics, PMPP_AT_MOST, aggregated, 0,
     "n / 4 + 256 where all samples are equal, else n + 256: a thread adds four or more equal samples at "
     "once",
     "keep the value and the length of the current run in registers; add the length when the value changes"},
    {EMU_global_atomics, PMPP_AT_MOST, eighth, 0, "n / 8 + 256: blocks have 8 samples or more for each bin",
     "add to a histogram in shared memory, and its sums to the result when the block is done; each block "
     "adds "
     "up to 256 sums, so give it 2048 samples or more"},
    GATE_BUSY,
    GATE_BALANCE,
    {EMU_shared_atomics, PMPP_AT_MOST, runs, 0,
     "runs + n / 16 + 32: one for each run of equal samples, cut at most once every 16",
     "let a thread have neighbouring samples: in pictures and sorted data these are often equal",
     "runs of neighbours", 3},
    WIDE("16 bytes a load", 3),
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_wide, 0,
     "1.1 n / 32 + 64: a request of 512 neighbouring bytes takes 16 sectors, or 17",
     "let neighbouring lanes load neighbouring vectors: a thread's next one is a grid away, not beside it",
     "neighbouring lanes, neighbouring vectors", 2},
};

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
