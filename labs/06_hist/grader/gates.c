// The gates of lab 06's tasks 1 to 4, bytes in 256 bins: what the kernels may do at most, or must do at least.
#include "gates.h"

double samples_of(const struct pmpp_case *c) {
  return (double)c->spec->size[0];
}

double input_bytes(const struct pmpp_case *c) {
  return samples_of(c) * bytes_of(c);
}

// 32 neighbouring bytes lie in one sector, or in two where a part begins inside a sector. 64 more for warps that are
// not full.
double sectors_once(const struct pmpp_case *c) {
  return samples_of(c) / 16 + 64;
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

double busy_threads(const struct pmpp_case *c) {
  return samples_of(c) / 128;
}

#define GATE_SIMT(least)                                                                                     \
  {                                                                                                          \
    EMU_simt_efficiency, PMPP_AT_LEAST, NULL, least, #least ": the threads share the samples",               \
        "give every lane samples: a loop over all of them by one thread keeps 31 lanes waiting"              \
  }

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

double wide_loads(const struct pmpp_case *c) {
  return 1.05 * input_bytes(c) / 512 + 64;
}

static double sectors_wide(const struct pmpp_case *c) {
  return 1.1 * input_bytes(c) / 32 + 64;
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
