// Lab 06 as the grader sees it: seven tasks, their distributions, exact counts and gates.
#include "grader/task.h"
#include "distributions.h"
#include <math.h>
#include <string.h>

// ---- cases -----------------------------------------------------------------------------------------------

enum { IN, HIST };              // the arguments of tasks 1 to 6
enum { OUT_7 = 1, HIST_7 = 2 }; // task 7: in, out, hist, scratch

static void make_samples(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  int variant = DISTRIBUTION(c->spec), type = type_of(c);
  uint64_t state = c->seed;
  const char *rest = "";
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN,
                                 type == BYTES   ? PMPP_U8
                                 : type == WORDS ? PMPP_U32
                                                 : PMPP_F32,
                                 n);

  in->arg.misalign = (uint32_t)(c->spec->variant >> 8) & 0xff;
  if (variant == ZIPF) fill_zipf(bins_of(c), c->seed);
  for (int64_t first = 0; first < n; first += 4096) {
    uint32_t part[4096];
    int64_t here = n - first < 4096 ? n - first : 4096;
    fill(part, here, first, n, variant, type != BYTES, &state, &rest);
    for (int64_t i = 0; i < here; i++) {
      if (type == BYTES)
        ((uint8_t *)in->data)[first + i] = (uint8_t)(part[i] >> 24);
      else
        ((uint32_t *)in->data)[first + i] =
            variant == EDGES ? edge(c, pmpp_random(&state)) : between_levels(c, part[i]);
    }
  }
  c->param[0] = n;
  c->param[1] = type;
  c->floor_bytes = (double)n * bytes_of(c); // the counts are few beside them
}

static void make(struct pmpp_case *c) {
  make_samples(c);
  pmpp_add(c, "hist", PMPP_OUT, PMPP_U32, bins_of(c));
  c->param[2] = bins_of(c);
  c->param[3] = c->spec->size[2];
  c->param[4] = c->spec->size[3];
  c->real[0] = lower_of(c);
  c->real[1] = upper_of(c);
}

static void make_blocks(struct pmpp_case *c) { // task 3; size: n, blocks
  make(c);
  c->param[1] = c->spec->size[1];
}

static void make_equalise(struct pmpp_case *c) {
  make_samples(c);
  pmpp_add(c, "out", PMPP_OUT, PMPP_U8, c->spec->size[0]);
  pmpp_add(c, "hist", PMPP_OUT, PMPP_U32, HIST_BINS);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U32, HIST_SCRATCH);
  c->floor_bytes = 3.0 * (double)c->spec->size[0]; // counted, then looked up, then stored
}

static uint32_t sample_bits(const struct pmpp_case *c, int64_t i) {
  return type_of(c) == BYTES ? ((uint8_t *)c->buf[IN].data)[i] : ((uint32_t *)c->buf[IN].data)[i];
}

static void count_all(const struct pmpp_case *c, uint32_t *hist) {
  memset(hist, 0, (size_t)bins_of(c) * sizeof *hist);
  for (int64_t i = 0; i < c->buf[IN].arg.count; i++) {
    int64_t bin = bin_of(c, sample_bits(c, i));
    if (bin >= 0) hist[bin]++;
  }
}

static void golden(struct pmpp_case *c) {
  count_all(c, c->buf[HIST].golden);
  c->buf[HIST].bound_text = "0: counts are whole numbers";
}

static void move_sample(struct pmpp_case *c, uint32_t *hist, int64_t i, uint64_t old) {
  int64_t from = bin_of(c, (uint32_t)old), to = bin_of(c, sample_bits(c, i));
  if (from >= 0) hist[from]--;
  if (to >= 0) hist[to]++;
}

static void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg;
  move_sample(c, c->buf[HIST].golden, i, old);
}

static void table_of(const uint32_t *hist, uint64_t n, uint8_t table[HIST_BINS]) {
  uint64_t sum = 0, darkest = 0;
  for (int v = 0; v < HIST_BINS; v++) {
    if (darkest == 0) darkest = hist[v];
    sum += hist[v];
    uint64_t spread = n - darkest;
    table[v] = (uint8_t)(spread == 0     ? (uint64_t)v
                         : sum > darkest ? (255 * (sum - darkest) + spread / 2) / spread
                                         : 0);
  }
}

static void map_all(struct pmpp_case *c, const uint8_t table[HIST_BINS]) {
  const uint8_t *in = c->buf[IN].data;
  uint8_t *out = c->buf[OUT_7].golden;
  for (int64_t i = 0; i < c->buf[IN].arg.count; i++) out[i] = table[in[i]];
}

static void golden_equalise(struct pmpp_case *c) {
  uint8_t table[HIST_BINS];
  count_all(c, c->buf[HIST_7].golden);
  table_of(c->buf[HIST_7].golden, (uint64_t)c->spec->size[0], table);
  map_all(c, table);
  c->buf[HIST_7].bound_text = c->buf[OUT_7].bound_text = "0: whole numbers";
}

// One sample rarely changes the table.
static void update_equalise(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  uint8_t before[HIST_BINS], after[HIST_BINS];
  (void)arg;
  table_of(c->buf[HIST_7].golden, (uint64_t)c->spec->size[0], before);
  move_sample(c, c->buf[HIST_7].golden, i, old);
  table_of(c->buf[HIST_7].golden, (uint64_t)c->spec->size[0], after);
  if (memcmp(before, after, sizeof after))
    map_all(c, after);
  else
    ((uint8_t *)c->buf[OUT_7].golden)[i] = after[sample_bits(c, i)];
}

// The smallest case that shows a fault should be the first to fail. n = 0 shows little and comes late.
// clang-format off
#define SMALL                                                                                                \
  {"n=1", {1}, UNIFORM, BOTH}, {"n=31", {31}, UNIFORM, BOTH}, {"n=33", {33}, UNIFORM, BOTH},                 \
  {"n=256, one bin", {256}, ONE_BIN, BOTH}, {"n=257", {257}, UNIFORM, BOTH},                                 \
  {"n=1023, text", {1023}, TEXT, BOTH}, {"n=1025", {1025}, UNIFORM, BOTH}, {"n=0", {0}, UNIFORM, BOTH},      \
  {"n=4099, only the last sample is not 0", {4099}, LAST, BOTH},                                             \
  {"n=10007, a prime, Zipf", {10007}, ZIPF, BOTH},                                                           \
  {"n=24007, 3 bytes behind a boundary", {24007}, UNIFORM | OFF(3), BOTH},                                   \
  {"n=65537, one bin", {65537}, ONE_BIN, BOTH}
#define GATED (BOTH | PMPP_GATED)
#define LARGE                                                                                                \
  {"n=2^18+7, uniform", {(1 << 18) + 7}, UNIFORM, GATED}, {"n=2^18+7, sorted", {(1 << 18) + 7}, SORTED, GATED}, \
  {"n=2^18+7, picture", {(1 << 18) + 7}, PICTURE, GATED},                                                    \
  {"n=2^24+1, Zipf", {(1 << 24) + 1}, ZIPF, GPU},                                                            \
  {"n=2^28, uniform", {1 << 28}, UNIFORM, PMPP_TIMED}, {"n=2^28, one bin", {1 << 28}, ONE_BIN, GPU | PMPP_TIMED}

static const struct pmpp_case_spec byte_cases[] = {SMALL, LARGE};

static const struct pmpp_case_spec vector_cases[] = { // tasks that load 16 bytes at a time
    SMALL,
    {"n=5, 3 bytes behind a boundary", {5}, UNIFORM | OFF(3), BOTH}, // ends before the next
    {"n=16, 1 byte behind a boundary", {16}, UNIFORM | OFF(1), BOTH},
    {"n=31, 9 bytes behind a boundary, one bin", {31}, ONE_BIN | OFF(9), BOTH},
    {"n=4111, 8 bytes behind a boundary, picture", {4111}, PICTURE | OFF(8), BOTH},
    LARGE,
    {"n=2^28, picture", {1 << 28}, PICTURE, PMPP_TIMED},
};

static const struct pmpp_case_spec cases_3[] = {
    {"n=1, 1 block", {1, 1}, UNIFORM, BOTH}, {"n=33, 1 block", {33, 1}, UNIFORM, BOTH},
    {"n=257, 1 block", {257, 1}, UNIFORM, BOTH}, {"n=257, 1000 blocks, one bin", {257, 1000}, ONE_BIN, BOTH},
    {"n=1023, 3 blocks, text", {1023, 3}, TEXT, BOTH}, {"n=1025, 2 blocks", {1025, 2}, UNIFORM, BOTH},
    {"n=0, 4 blocks", {0, 4}, UNIFORM, BOTH},
    {"n=4099, 1 block, only the last sample is not 0", {4099, 1}, LAST, BOTH},
    {"n=10007, 5 blocks, Zipf", {10007, 5}, ZIPF, BOTH},
    {"n=10007, 7 blocks, 3 bytes behind a boundary", {10007, 7}, UNIFORM | OFF(3), BOTH},
    {"n=65537, 1 block, one bin", {65537, 1}, ONE_BIN, BOTH},
    {"n=2^18+7, 8 blocks, uniform", {(1 << 18) + 7, 8}, UNIFORM, GATED},
    {"n=2^18+7, 8 blocks, picture", {(1 << 18) + 7, 8}, PICTURE, GATED},
    {"n=2^24+1, 1056 blocks, Zipf", {(1 << 24) + 1, 1056}, ZIPF, GPU},
    // 1056 blocks: 8 for each of an H200's 132 multiprocessors
    {"n=2^28, 1056 blocks, uniform", {1 << 28, 1056}, UNIFORM, PMPP_TIMED},
    {"n=2^28, 1056 blocks, one bin", {1 << 28, 1056}, ONE_BIN, GPU | PMPP_TIMED},
};

// size: n, bins, lower, width. The largest width for b bins is floor((2^32 - 1) / b).
enum { ALL = UINT32_MAX };
static const struct pmpp_case_spec cases_5[] = {
    {"n=1, 1 bin", {1, 1, 0, 1}, UNIFORM | U32, BOTH},
    {"n=33, 7 bins of 3, from 5", {33, 7, 5, 3}, EDGES | U32, BOTH},
    {"n=1023, 1000 bins of 1, from 0", {1023, 1000, 0, 1}, EDGES | U32, BOTH},
    {"n=6007, 300 bins of 14316557, edges", {6007, 300, 6, 14316557}, EDGES | U32, BOTH},
    {"n=1025, 1 bin of 2^32-1", {1025, 1, 0, ALL}, EDGES | U32, BOTH},
    {"n=0, 12289 bins", {0, 12289, 0, 1}, UNIFORM | U32, BOTH},
    {"n=10007, 12289 bins of 65536, edges", {10007, 12289, 999, 65536}, EDGES | U32, BOTH},
    {"n=10007, 65536 bins of 65535, edges", {10007, 65536, 0, 65535}, EDGES | U32, BOTH},
    {"n=10007, 65535 bins, 12 bytes behind a boundary", {10007, 65535, 1, 65536}, UNIFORM | U32 | OFF(12), BOTH},
    {"n=2, 100 bins, 4 bytes behind a boundary", {2, 100, 0, 42949672}, UNIFORM | U32 | OFF(4), BOTH},
    {"n=65537, 50000 bins, one bin", {65537, 50000, 0, 85899}, ONE_BIN | U32, BOTH},
    {"floats, n=33, 10 bins, 0 to 1", {33, 10, 0, 1000}, UNIFORM | F32, BOTH},
    {"floats, n=10007, 256 bins, -1 to 1, edges", {10007, 256, -1000, 1000}, EDGES | F32, BOTH},
    {"floats, n=10007, 1000 bins, -1.7 to 3.1, edges", {10007, 1000, -1700, 3100}, EDGES | F32, BOTH},
    {"floats, n=10007, 65536 bins, 100 to 1000, edges", {10007, 65536, 100000, 1000000}, EDGES | F32, BOTH},
    {"floats, n=1023, 3 bins, 4 bytes behind a boundary", {1023, 3, -5000, 20}, UNIFORM | F32 | OFF(4), BOTH},
    {"floats, n=0", {0, 10, 0, 1000}, UNIFORM | F32, BOTH},
    {"floats, n=2^18+7, 2048 bins, uniform", {(1 << 18) + 7, 2048, 0, 1000}, UNIFORM | F32, GATED},
    {"n=2^18+7, 20000 bins, Zipf", {(1 << 18) + 7, 20000, 0, 214748}, ZIPF | U32, GATED},
    {"n=2^19+7, 65536 bins, uniform", {(1 << 19) + 7, 65536, 0, 65535}, UNIFORM | U32, GATED},
    {"n=2^24+1, 65536 bins, Zipf", {(1 << 24) + 1, 65536, 0, 65535}, ZIPF | U32, GPU},
    {"n=2^28, 16384 bins, uniform", {1 << 28, 16384, 0, 262143}, UNIFORM | U32, PMPP_TIMED},
    {"n=2^28, 65536 bins, uniform", {1 << 28, 65536, 0, 65535}, UNIFORM | U32, PMPP_TIMED},
    {"n=2^28, 65536 bins, Zipf", {1 << 28, 65536, 0, 65535}, ZIPF | U32, PMPP_TIMED},
    {"n=2^28, 65536 bins, one bin", {1 << 28, 65536, 0, 65535}, ONE_BIN | U32, GPU | PMPP_TIMED},
    {"floats, n=2^28, 256 bins, uniform", {1 << 28, 256, 0, 1000}, UNIFORM | F32, GPU | PMPP_TIMED},
    {"floats, n=2^28, 2048 bins, uniform", {1 << 28, 2048, 0, 1000}, UNIFORM | F32, PMPP_TIMED},
};

#define TIMED_6(size, bins, width, flags)                                                                    \
  {size "n=2^28, uniform", {1 << 28, bins, 0, width}, UNIFORM | flags, PMPP_TIMED},                          \
  {size "n=2^28, Zipf", {1 << 28, bins, 0, width}, ZIPF | flags, PMPP_TIMED},                                \
  {size "n=2^28, one bin", {1 << 28, bins, 0, width}, ONE_BIN | flags, GPU | PMPP_TIMED},                    \
  {size "n=2^28, sorted", {1 << 28, bins, 0, width}, SORTED | flags, PMPP_TIMED},                            \
  {size "n=2^28, text", {1 << 28, bins, 0, width}, TEXT | flags, PMPP_TIMED},                                \
  {size "n=2^28, picture", {1 << 28, bins, 0, width}, PICTURE | flags, PMPP_TIMED}

static const struct pmpp_case_spec cases_6[] = {
    SMALL,
    {"n=5, 3 bytes behind a boundary", {5}, UNIFORM | OFF(3), BOTH}, // ends before the next
    {"n=16, 1 byte behind a boundary", {16}, UNIFORM | OFF(1), BOTH},
    {"n=31, 9 bytes behind a boundary, one bin", {31}, ONE_BIN | OFF(9), BOTH},
    {"u32, n=33, 7 bins of 3, from 5", {33, 7, 5, 3}, EDGES | U32, BOTH},
    {"u32, n=1023, 1000 bins of 1", {1023, 1000, 0, 1}, EDGES | U32, BOTH},
    {"u32, n=6007, 300 bins of 14316557, edges", {6007, 300, 6, 14316557}, EDGES | U32, BOTH},
    {"u32, n=10007, 2047 bins of 1000, edges", {10007, 2047, 123456789, 1000}, EDGES | U32, BOTH},
    {"u32, n=1023, 600 bins, 4 bytes behind a boundary", {1023, 600, 0, 7158278}, UNIFORM | U32 | OFF(4), BOTH},
    {"u32, n=65537, 2048 bins, text", {65537, 2048, 0, 2097151}, TEXT | U32, BOTH},
    {"u32, n=0, 1 bin", {0, 1, 0, 1}, UNIFORM | U32, BOTH},
    {"u32, n=2^18+7, 256 bins, uniform", {(1 << 18) + 7, 256, 0, 16777215}, UNIFORM | U32, GATED},
    {"u32, n=2^18+7, 256 bins, one bin", {(1 << 18) + 7, 256, 0, 16777215}, ONE_BIN | U32, GATED},
    {"u32, n=2^18+7, 2048 bins, uniform", {(1 << 18) + 7, 2048, 0, 2097151}, UNIFORM | U32, GATED},
    {"u32, n=2^18+7, 2048 bins, Zipf", {(1 << 18) + 7, 2048, 0, 2097151}, ZIPF | U32, GATED},
    {"u32, n=2^18+7, 2048 bins, one bin", {(1 << 18) + 7, 2048, 0, 2097151}, ONE_BIN | U32, GATED},
    {"n=2^18+7, one bin", {(1 << 18) + 7}, ONE_BIN, GATED},
    {"n=2^18+7, Zipf", {(1 << 18) + 7}, ZIPF, GATED},
    {"n=2^18+7, picture", {(1 << 18) + 7}, PICTURE, GATED},
    {"n=2^24+1, Zipf", {(1 << 24) + 1}, ZIPF, GPU},
    {"u32, n=2^24+1, 2048 bins, Zipf", {(1 << 24) + 1, 2048, 0, 2097151}, ZIPF | U32, GPU},
    TIMED_6("", 0, 0, 0),
    TIMED_6("256 bins, ", 256, 16777215, U32),
    TIMED_6("2048 bins, ", 2048, 2097151, U32),
};

// A single byte of 255 looks like one that nobody wrote: n = 1 is not the first.
static const struct pmpp_case_spec cases_7[] = {
    {"n=31", {31}, UNIFORM, BOTH}, {"n=33, text", {33}, TEXT, BOTH}, {"n=1", {1}, UNIFORM, BOTH},
    {"n=256, one value", {256}, ONE_BIN, BOTH}, {"n=257", {257}, UNIFORM, BOTH},
    {"n=1023, picture", {1023}, PICTURE, BOTH}, {"n=1025, only the last pixel is not 0", {1025}, LAST, BOTH},
    {"n=10007, Zipf", {10007}, ZIPF, BOTH}, {"n=70006, a grey value just below 200 1/2", {70006}, BETWEEN, BOTH},
    {"n=0", {0}, UNIFORM, BOTH},
    {"n=2^18+7, picture", {(1 << 18) + 7}, PICTURE, GATED},
    {"n=2^25+3, picture: 255 n needs more than 32 bits", {(1 << 25) + 3}, PICTURE, GPU},
    {"n=2^28, picture", {1 << 28}, PICTURE, GPU | PMPP_TIMED},
};
// clang-format on

// ---- gates -----------------------------------------------------------------------------------------------

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
#define GATE_SECTORS                                                                                         \
  {                                                                                                          \
    EMU_global_load_sectors, PMPP_AT_MOST, sectors_once, 0,                                                  \
        "n / 16 + 64: 32 neighbouring samples lie in one sector or two, which are requested once",           \
        "let neighbouring lanes load neighbouring samples: a thread's next one is a grid away, not beside "  \
        "it"                                                                                                 \
  }
#define READ_BYTES "n: the kernels themselves read every sample"

static double one_a_sample(const struct pmpp_case *c) {
  return samples_of(c) + HIST_BINS;
}

static const struct pmpp_gate gates_1[] = {
    GATE_READ(READ_BYTES),
    GATE_SECTORS,
    {EMU_global_atomics, PMPP_AT_MOST, one_a_sample, 0, "n + 256: one for each sample; 256 to begin with",
     "load the sample with a plain load, and add 1 to its bin once"},
};

// A block of 1024 threads, the largest there is, with one sample a thread: 4 for each of the 256 bins.
static double quarter(const struct pmpp_case *c) {
  return samples_of(c) / 4 + HIST_BINS;
}

static const struct pmpp_gate gates_2[] = {
    GATE_READ(READ_BYTES),
    GATE_SECTORS,
    {EMU_global_atomics, PMPP_AT_MOST, quarter, 0,
     "n / 4 + 256: at most one for each bin and block, and a block of 1024 samples has 4 for each bin",
     "count in shared memory; only a block's 256 sums go to global memory, one atomic each"},
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

static const struct pmpp_gate gates_3[] = {
    GATE_READ(READ_BYTES),
    GATE_SECTORS,
    {EMU_blocks, PMPP_AT_MOST, blocks_allowed, 0, "the parameter `blocks`: the grid does not grow with n",
     "launch at most `blocks` blocks, and let each thread loop until all samples are counted"},
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

static double sixteenth(const struct pmpp_case *c) {
  return samples_of(c) / 16 + HIST_BINS;
}

static double wide_loads(const struct pmpp_case *c) {
  return 1.05 * input_bytes(c) / 512 + 64;
}

static double sectors_wide(const struct pmpp_case *c) {
  return 1.1 * input_bytes(c) / 32 + 64;
}

#define GATE_WIDE                                                                                            \
  {                                                                                                          \
    EMU_global_load_requests, PMPP_AT_MOST, wide_loads, 0,                                                   \
        "1.05 bytes / 512 + 64: a request of 32 lanes brings 16 bytes each",                                 \
        "load a uint4: 16 bytes for each lane, neighbouring lanes side by side"                              \
  }

static double busy_threads(const struct pmpp_case *c) {
  return samples_of(c) / 128;
}

#define GATE_BUSY                                                                                            \
  {                                                                                                          \
    EMU_threads, PMPP_AT_LEAST, busy_threads, 0,                                                             \
        "n / 128: with fewer threads most of the device has nothing to do at this size",                     \
        "share the samples among many blocks: a single block uses one multiprocessor alone"                  \
  }

static const struct pmpp_gate gates_4[] = {
    GATE_READ(READ_BYTES),
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_wide, 0,
     "1.1 n / 32 + 64: a request of 512 neighbouring bytes takes 16 sectors, or 17",
     "let neighbouring lanes load neighbouring vectors: a thread's next one is a grid away, not beside it"},
    GATE_WIDE,
    {EMU_shared_atomics, PMPP_AT_MOST, runs, 0,
     "runs + n / 16 + 32: one for each run of equal samples, cut at most once every 16",
     "keep the value and the length of the current run in registers; add the length when the value changes"},
    {EMU_global_atomics, PMPP_AT_MOST, sixteenth, 0,
     "n / 16 + 256: blocks have 16 samples or more for each bin",
     "add to a histogram in shared memory, and its sums to the result when the block is done"},
    GATE_BUSY,
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

static const struct pmpp_gate gates_5[] = {
    GATE_READ(READ_WORDS),
    {EMU_global_load_sectors, PMPP_AT_MOST, sectors_of_ranges, 0,
     "ceil(bins / 12288) (5 n / 32 + 64): 48 KiB hold 12288 counters; for each such range 32 neighbouring "
     "samples lie in 4 sectors, or 5",
     "give a block as large a range of bins as its shared memory holds, and let lanes load neighbouring "
     "samples"},
    GATE_FEW_SUMS,
    {EMU_shared_atomics, PMPP_AT_MOST, atomics_once, 0, "1.01 n: one for each sample, 1 % to spare",
     "a lane without a sample of the range should make no atomic addition, not even of 0"},
};

// 4 lanes of each warp's 32 on one address, all the time, are n / 8. The sums of the blocks come to that: at most
// n / 4 of them in full warps, n / 128 steps.
static double no_waiting(const struct pmpp_case *c) {
  return samples_of(c) / 8 + samples_of(c) / 128 + 64;
}

static const struct pmpp_gate gates_6[] = {
    GATE_READ("the input's bytes: the kernels themselves read every sample"),
    GATE_WIDE,
    {EMU_atomic_serial_steps, PMPP_AT_MOST, no_waiting, 0,
     "n / 8 + n / 128 + 64: 4 of a warp's 32 lanes on one address, each time; n / 128 for the sums of blocks",
     "give each lane, or every few, a copy of the counters, or let one lane add for all that have the same "
     "bin"},
    GATE_FEW_SUMS,
    GATE_BUSY,
};

static double sectors_twice(const struct pmpp_case *c) {
  return 4.25 * samples_of(c) / 32 + 64;
}

static double bytes_thrice(const struct pmpp_case *c) {
  return 3.25 * samples_of(c) + 4096;
}

static const struct pmpp_gate gates_7[] = {
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
};

// ---- tasks -----------------------------------------------------------------------------------------------

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))
#define CASES(of) .cases = of, .n_cases = LENGTH(of)
#define GATES(of) .gates = of, .n_gates = LENGTH(of)
#define COUNTED   .make = make, .golden = golden, .update = update, .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_global_atomics",
     .function = "hist_1_global_atomics",
     .idea = "one thread a sample, one atomic addition in global memory",
     .first_step =
         "thread i adds 1 to hist[in[i]] with atomicAdd; the launch is there, and hist is 0 before it",
     .points = 10,
     CASES(byte_cases),
     GATES(gates_1),
     COUNTED},
    {.name = "2_privatised",
     .function = "hist_2_privatised",
     .idea = "a histogram for each block, in shared memory",
     .first_step = "three phases with __syncthreads between: clear the block's bins, count, add them to hist",
     .points = 15,
     CASES(byte_cases),
     GATES(gates_2),
     COUNTED},
    {.name = "3_coarsened",
     .function = "hist_3_coarsened",
     .idea = "a fixed number of blocks, many samples a thread",
     .first_step = "let a thread of task 2 loop over samples that are a whole grid apart",
     .points = 15,
     CASES(cases_3),
     GATES(gates_3),
     .make = make_blocks,
     .golden = golden,
     .update = update,
     .check_leaks = true},
    {.name = "4_aggregated",
     .function = "hist_4_aggregated",
     .idea = "16 samples a load; a run of equal ones is one addition",
     .first_step =
         "load a uint4 instead of a byte; count the samples before and after whole vectors one by one",
     .points = 15,
     CASES(vector_cases),
     GATES(gates_4),
     COUNTED},
    {.name = "5_many_bins",
     .function = "hist_5_many_bins",
     .idea = "more bins than shared memory holds: ranges of bins, and levels for any type of sample",
     .first_step = "48 KiB hold 12288 counters: let block (r, p) count the samples of part p in range r",
     .points = 15,
     CASES(cases_5),
     GATES(gates_5),
     COUNTED},
    {.name = "6_skewed",
     .function = "hist_6_skewed",
     .idea = "copies of the counters, so that the lanes of a warp do not wait for each other",
     .first_step =
         "make the counters counts[256][32]: lane l counts in column l; add up the columns at the end",
     .points = 20,
     CASES(cases_6),
     GATES(gates_6),
     COUNTED},
    {.name = "7_image_equalise",
     .function = "hist_7_image_equalise",
     .idea = "a use: histogram, running sum, table look-up",
     .first_step =
         "call one of your histograms; then a kernel of one block for the table, and one for the pixels",
     .points = 10,
     CASES(cases_7),
     GATES(gates_7),
     .make = make_equalise,
     .golden = golden_equalise,
     .update = update_equalise,
     .check_leaks = true},
};

static const struct pmpp_column columns[] = {
    {"blocks", EMU_blocks, "%.0f", 0, false},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, false},
    {"load\nsectors", EMU_global_load_sectors, "%.0f", 0, false},
    {"global\natomics", EMU_global_atomics, "%.0f", 0, false},
    {"shared\natomics", EMU_shared_atomics, "%.0f", 0, false},
    {"serial\nsteps", EMU_atomic_serial_steps, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, true},
};

static const char *const baselines[] = {"cub", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "06",
    .name = "hist",
    .title = "Histogram",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
};
