// Lab 04 as the grader sees it: seven tasks, their inputs, exact sums, bounds and gates.
#include "grader/task.h"
#include "reduce.h"
#include <float.h>
#include <math.h>
#include <string.h>

// ---- inputs ----------------------------------------------------------------------------------------------

enum variant {
  WHOLE,    // odd whole numbers -63..63: a missing or doubled element always changes the sum
  REAL,     // uniform in [-1, 1)
  NEGATIVE, // whole numbers -8..-1
  HUGE_ONE, // ones, and 2^23 somewhere among them
  LAST,     // only the last element is not 0
  TINY,     // odd whole numbers -63..63, each times 2^-60
  MIXED,    // +-2^-20 .. +-2^-6; for n <= 1023, no sum of them needs more than a float's 24 bits
  WITH_NAN, // as WHOLE, but one is NaN
  WITH_INF, // as WHOLE, but one is infinite
  INT_ALL,  // int: all 2^32 values, so that the sum wraps around
};

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU };

#define CASE(label, n, variant, where)                                                                       \
  { label, {n}, variant, where }

// The smallest case that shows a fault should be the first to fail. n = 0 shows little and comes late.
#define SMALL_CASES                                                                                          \
  CASE("n=1", 1, WHOLE, BOTH), CASE("n=31", 31, WHOLE, BOTH), CASE("n=32", 32, WHOLE, BOTH),                 \
      CASE("n=33", 33, WHOLE, BOTH), CASE("n=255", 255, WHOLE, BOTH), CASE("n=256", 256, WHOLE, BOTH),       \
      CASE("n=257", 257, WHOLE, BOTH), CASE("n=511", 511, WHOLE, BOTH), CASE("n=513", 513, WHOLE, BOTH),     \
      CASE("n=1023", 1023, WHOLE, BOTH), CASE("n=0", 0, WHOLE, BOTH)
#define OTHER_CASES                                                                                          \
  CASE("n=257, real numbers", 257, REAL, BOTH), CASE("n=10007, real numbers", 10007, REAL, BOTH),            \
      CASE("n=10007, only negative numbers", 10007, NEGATIVE, BOTH),                                         \
      CASE("n=10007, one huge element", 10007, HUGE_ONE, BOTH),                                              \
      CASE("n=10007, tiny elements, k x 2^-60", 10007, TINY, BOTH),                                          \
      CASE("n=1023, elements from 2^-20 to 2^-6", 1023, MIXED, BOTH),                                        \
      CASE("n=10007, one element is NaN", 10007, WITH_NAN, BOTH),                                            \
      CASE("n=10007, one element is infinite", 10007, WITH_INF, BOTH),                                       \
      CASE("n=65537, only the last element is not 0", 65537, LAST, BOTH)
#define LARGE_CASES                                                                                          \
  CASE("n=2^20+7", (1 << 20) + 7, WHOLE, BOTH | PMPP_GATED), CASE("n=2^24+1", (1 << 24) + 1, WHOLE, GPU),    \
      CASE("n=2^28", 1 << 28, WHOLE, GPU | PMPP_TIMED)

static const struct pmpp_case_spec tree_cases[] = {SMALL_CASES, OTHER_CASES, LARGE_CASES};

static const struct pmpp_case_spec multi_block_cases[] = {
    SMALL_CASES,
    CASE("n=4095", 4095, WHOLE, BOTH),
    CASE("n=4099", 4099, WHOLE, BOTH),
    CASE("n=20479", 20479, WHOLE, BOTH),
    OTHER_CASES,
    CASE("int, n=1", 1, INT_ALL, BOTH),
    CASE("int, n=31", 31, INT_ALL, BOTH),
    CASE("int, n=257", 257, INT_ALL, BOTH),
    CASE("int, n=1023", 1023, INT_ALL, BOTH),
    CASE("int, n=0", 0, INT_ALL, BOTH),
    CASE("int, n=100003", 100003, INT_ALL, BOTH),
    CASE("int, n=2^20+7", (1 << 20) + 7, INT_ALL, BOTH | PMPP_GATED),
    LARGE_CASES, // the table shows the last gated case: the float one
    CASE("n=17309699, more tiles than blocks", 17309699, WHOLE, BOTH),
    CASE("int, n=17309699", 17309699, INT_ALL, BOTH),
    CASE("n=2^30", 1 << 30, WHOLE, GPU),
    CASE("int, n=2^30-1", (1 << 30) - 1, INT_ALL, GPU),
};

static void fill(float *x, int64_t n, int variant, uint64_t seed) {
  uint64_t place = seed;
  int64_t one = n ? (int64_t)(pmpp_random(&place) % (uint64_t)n) : 0;
  switch (variant) {
  case WHOLE:
  case TINY:
  case WITH_NAN:
  case WITH_INF:
    pmpp_fill_whole_f32(x, n, -32, 31, seed);
    for (int64_t i = 0; i < n; i++) x[i] = (2 * x[i] + 1) * (variant == TINY ? 0x1p-60f : 1);
    if (variant == WITH_NAN) x[one] = NAN;
    if (variant == WITH_INF) x[one] = -INFINITY;
    break;
  case MIXED:
    pmpp_fill_whole_f32(x, n, -20, -6, seed);
    for (int64_t i = 0; i < n; i++) x[i] = ldexpf(pmpp_random(&place) % 2 ? 1 : -1, (int)x[i]);
    break;
  case REAL:
    pmpp_fill_f32(x, n, -1, 1, seed);
    break;
  case NEGATIVE:
    pmpp_fill_whole_f32(x, n, -8, -1, seed);
    break;
  case HUGE_ONE:
    for (int64_t i = 0; i < n; i++) x[i] = 1;
    x[one] = 1 << 23;
    break;
  case LAST:
    for (int64_t i = 0; i < n; i++) x[i] = 0;
    x[n - 1] = 1;
    break;
  }
}

static void make(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  bool is_int = c->spec->variant == INT_ALL;
  int type = is_int ? PMPP_I32 : PMPP_F32;

  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, type, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, type, reduce_scratch(n));
  pmpp_add(c, "out", PMPP_OUT, type, 1);
  c->param[0] = n;
  c->param[1] = is_int;
  c->floor_bytes = 4.0 * n + 4;
  c->floor_ops = n > 1 ? n - 1 : 0;
  if (is_int)
    pmpp_fill_i32(in->data, n, INT32_MIN, INT32_MAX, c->seed);
  else
    fill(in->data, n, c->spec->variant, c->seed);
}

// ---- the exact sum and how far a float sum may be from it ------------------------------------------------

enum { IN, SCRATCH, OUT };

// The sum of n terms in double, in chunks, so that its own error (below 3e-11 of the sum of |x| for n = 2^30)
// does not count beside a float's.
static double sum_f32(const float *x, int64_t n, double *sum_of_abs) {
  double total = 0, total_abs = 0;
  for (int64_t first = 0; first < n; first += 4096) {
    double sum = 0, abs = 0;
    for (int64_t i = first; i < n && i < first + 4096; i++) {
      sum += x[i];
      abs += fabsf(x[i]);
    }
    total += sum;
    total_abs += abs;
  }
  *sum_of_abs = total_abs;
  return total;
}

// Whole numbers: every partial sum is a whole number below 2^24 in size, hence exact in any order, and the
// bound is 0. (WHOLE's partial sums wander: their standard deviation is 37 sqrt(n), 2^20.2 for n = 2^30.)
// The same holds for multiples of 2^-60, and for multiples of 2^-20 whose sizes add up to less than 2^4. One
// NaN or infinity makes the sum NaN or infinite in any order.
// Real numbers: an addition rounds by at most 2^-24 of its result, so the sum is off by at most
// d 2^-24 sum|x|, d the most additions that one element goes through in a row (Higham, Accuracy and Stability
// of Numerical Algorithms, section 4.2). A single block of 256 threads needs n / 256 in each thread and 8
// levels. Two passes of a tree, enough up to n = 2^16, are 8 levels each, 9 with the addition while loading.
// 1 % is for the higher orders.
static double real_bound(int64_t n, double sum_of_abs) {
  return 1.01 * fmax(n / 256 + 8, 18) * (FLT_EPSILON / 2) * sum_of_abs;
}

static void golden(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *out = &c->buf[OUT];

  if (c->spec->variant == INT_ALL) {
    const uint32_t *x = c->buf[IN].data;
    uint32_t sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i];
    *(uint32_t *)out->golden = sum;
    return;
  }
  double sum_of_abs;
  *(double *)out->golden = sum_f32(c->buf[IN].data, n, &sum_of_abs);
  bool real = c->spec->variant == REAL;
  out->abs_bound = real ? real_bound(n, sum_of_abs) : 0;
  out->bound_text = real ? "1.01 max(n / 256 + 8, 18) 2^-24 sum|x|" : "0: every partial sum is exact";
}

// Timed samples change single elements of a WHOLE input: the new sum is exact as well.
static void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old_bits) {
  if (c->spec->variant != WHOLE) {
    golden(c);
    return;
  }
  uint32_t bits = (uint32_t)old_bits;
  float old;
  memcpy(&old, &bits, sizeof old);
  *(double *)c->buf[OUT].golden += ((float *)c->buf[arg].data)[i] - (double)old;
}

// ---- gates -----------------------------------------------------------------------------------------------

// Counters are summed over all launches of a case, so every formula runs over the passes: n elements in
// blocks of per_block leave ceil(n / per_block) partial sums, which are the next pass's elements, until one
// is left.
static int64_t total_blocks(int64_t n, int64_t per_block) {
  int64_t sum = 0;
  do sum += n = (n + per_block - 1) / per_block;
  while (n > 1);
  return sum;
}

// Warps that find at least one element, over all passes of 256 a block: each needs one load request if it
// loads each of its 32 elements once. 1 % more for code whose last warp takes two branches.
static double loads_once(const struct pmpp_case *c) {
  int64_t n = c->spec->size[0], sum = (n + 31) / 32;
  for (; n > 256; sum += (n + 31) / 32) n = (n + 255) / 256;
  return 1.01 * sum;
}

static double blocks_of_512(const struct pmpp_case *c) {
  return total_blocks(c->spec->size[0], 512);
}

static double barriers_4(const struct pmpp_case *c) {
  return 4 * blocks_of_512(c);
}

static double barriers_2(const struct pmpp_case *c) {
  return 2 * blocks_of_512(c);
}

static double shared_stores_9(const struct pmpp_case *c) {
  return 9 * blocks_of_512(c);
}

static double exchanges_5(const struct pmpp_case *c) {
  return 5 * blocks_of_512(c);
}

static double wide_loads(const struct pmpp_case *c) {
  return 1.05 * c->spec->size[0] / 128 + 64;
}

static double busy_threads(const struct pmpp_case *c) {
  return c->spec->size[0] / 64.0;
}

// Blocks that add up a tile of 4096 elements each, one more for a last tile that is not full, one for the
// partial sums.
static double tile_blocks(const struct pmpp_case *c) {
  return c->spec->size[0] / 4096.0 + 2;
}

static double tile_barriers(const struct pmpp_case *c) {
  return 2 * tile_blocks(c);
}

static double tile_shared_stores(const struct pmpp_case *c) {
  return 16 * tile_blocks(c);
}

// The partial sums of blocks of 256, stored once and loaded once, are 2 n / 255 elements: 0.8 %.
static double floor_bytes(const struct pmpp_case *c) {
  return 1.01 * c->floor_bytes;
}

#define GATE_SIMT(least, why)                                                                                \
  {                                                                                                          \
    EMU_simt_efficiency, PMPP_AT_LEAST, NULL, least, why,                                                    \
        "whole warps should work or skip: let the threads with the smallest numbers do the additions"        \
  }
#define GATE_NO_CONFLICTS                                                                                    \
  {                                                                                                          \
    EMU_shared_wavefronts_excess, PMPP_AT_MOST, NULL, 0, "0: 32 lanes, 32 different banks",                  \
        "consecutive threads should use consecutive words of shared memory: s[t] and s[t + stride]"          \
  }
#define GATE_BLOCKS                                                                                          \
  {                                                                                                          \
    EMU_blocks, PMPP_AT_MOST, blocks_of_512, 0, "ceil(n / 512) in every pass: a block covers 512 elements",  \
        "each thread should add two elements while it loads; pass 2 * BLOCK to reduce_repeat"                \
  }

#define GATE_LOADED_ONCE                                                                                     \
  {                                                                                                          \
    EMU_global_bytes, PMPP_AT_MOST, floor_bytes, 0,                                                          \
        "1.01 (4 n + 4): every element once; 1 % for one partial sum a block, stored and loaded once",       \
        "load an element once, into a register or shared memory, and store one partial sum a block"          \
  }

static double read_all(const struct pmpp_case *c) {
  return 4.0 * (double)c->spec->size[0];
}

#define GATE_READ                                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, read_all, 0, "4n: the kernels themselves read every element",      \
        "the kernels do not read the input: let them compute the sum, not the host"                          \
  }
#define GATE_COALESCED                                                                                       \
  {                                                                                                          \
    EMU_sectors_per_load, PMPP_AT_MOST, NULL, 4,                                                             \
        "4: 32 lanes x 4 bytes, side by side, are 4 sectors of 32 bytes",                                    \
        "let neighbouring lanes load neighbouring elements"                                                  \
  }

static const struct pmpp_gate gates_1[] = {
    GATE_READ,
    GATE_COALESCED,
    {EMU_global_load_requests, PMPP_AT_MOST, loads_once, 0,
     "1.01 ceil(n / 32), summed over the passes: each element is loaded once, 32 by one request",
     "load an element once, into shared memory, thread t the t-th of its block; then work there"},
    GATE_SIMT(0.50, "0.50: the threads of a block share the additions"),
};

static const struct pmpp_gate gates_2[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_SIMT(0.90, "0.90: whole warps drop out, not lanes"),
    GATE_LOADED_ONCE,
};

static const struct pmpp_gate gates_3[] = {
    GATE_READ,        GATE_COALESCED, GATE_NO_CONFLICTS, GATE_SIMT(0.90, "0.90: as in 2_strided_index"),
    GATE_LOADED_ONCE,
};

static const struct pmpp_gate gates_4[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BLOCKS,
    GATE_NO_CONFLICTS,
    GATE_SIMT(0.90, "0.90: as in 2_strided_index"),
    GATE_LOADED_ONCE,
};

static const struct pmpp_gate gates_5[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_SIMT(0.90, "0.90: as in 2_strided_index"),
    GATE_BLOCKS,
    {EMU_barriers, PMPP_AT_MOST, barriers_4, 0,
     "4 a block: after the load, and after a step that leaves 128, 64, perhaps 32 values",
     "stop the loop when 64 values are left: they are one warp's work, and __syncwarp is enough there"},
    GATE_NO_CONFLICTS,
    GATE_LOADED_ONCE,
};

static const struct pmpp_gate gates_6[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_SIMT(0.90, "0.90: as in 2_strided_index"),
    GATE_BLOCKS,
    {EMU_shared_store_requests, PMPP_AT_MOST, shared_stores_9, 0,
     "9 a block: the sums of 8 warps, one lane each, and one to spare",
     "a warp should add up its own 32 values with shuffles before anything goes to shared memory"},
    {EMU_warp_exchanges, PMPP_AT_LEAST, exchanges_5, 0,
     "5 a block: one warp, at least, halves its 32 values 5 times",
     "use __shfl_down_sync(0xffffffff, sum, distance) with distances 16, 8, 4, 2, 1 in every warp"},
    {EMU_barriers, PMPP_AT_MOST, barriers_2, 0, "2 a block: one between the two rounds, and one to spare",
     "no lane waits for another warp but once: before warp 0 reads the 8 sums"},
    GATE_LOADED_ONCE,
};

static const struct pmpp_gate gates_7[] = {
    {EMU_launches, PMPP_AT_MOST, NULL, 2, "2: many partial sums, then one block for those",
     "bound the number of blocks, so that one more block can add up all their sums"},
    {EMU_global_load_requests, PMPP_AT_MOST, wide_loads, 0,
     "1.05 n / 128 + 64: a request of 32 lanes brings 16 bytes each, 128 elements",
     "load float4 and int4: let a lane take four neighbouring elements at once"},
    {EMU_sectors_per_load, PMPP_AT_MOST, NULL, 16, "16: 32 lanes x 16 bytes are 16 sectors of 32 bytes",
     "neighbouring lanes should load neighbouring vectors, vectors[i + t], not a run of their own"},
    {EMU_threads, PMPP_AT_LEAST, busy_threads, 0,
     "n / 64: with fewer threads most of the device has nothing to do at this size",
     "launch one block a tile of 4096 elements, up to a number that fills the device"},
    GATE_LOADED_ONCE,
    GATE_NO_CONFLICTS,
    {EMU_barriers, PMPP_AT_MOST, tile_barriers, 0,
     "2 (n / 4096 + 2): 2 for each tile, as for a block of stage 6",
     "a block needs one barrier, after its last tile: until then every thread adds in its own registers"},
    {EMU_shared_store_requests, PMPP_AT_MOST, tile_shared_stores, 0,
     "16 (n / 4096 + 2): 8 warps store one sum each, and as many to spare",
     "add up what a thread holds, then a warp with shuffles; only the warp's sum goes to shared memory"},
};

// ---- tasks -----------------------------------------------------------------------------------------------

#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))
#define COMMON(cases_of, gates_of)                                                                           \
  .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make, .golden = golden, .update = update,          \
  .gates = gates_of, .n_gates = LENGTH(gates_of), .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_interleaved",
     .function = "reduce_1_interleaved",
     .idea = "a tree in shared memory: neighbours add up, then neighbours of neighbours",
     .first_step = "load one element a thread into shared memory, 0 past the end, and put a barrier after it",
     .points = 15,
     COMMON(tree_cases, gates_1)},
    {.name = "2_strided_index",
     .function = "reduce_2_strided_index",
     .idea = "the first threads do the additions, so that whole warps drop out",
     .first_step = "copy stage 1 and let thread t work at k = 2 * stride * t instead of at k = t",
     .points = 10,
     COMMON(tree_cases, gates_2)},
    {.name = "3_sequential",
     .function = "reduce_3_sequential",
     .idea = "halves instead of neighbours: no bank conflicts",
     .first_step = "turn the loop round: stride = BLOCK / 2, then half of it, and s[t] += s[t + stride]",
     .points = 15,
     COMMON(tree_cases, gates_3)},
    {.name = "4_first_add",
     .function = "reduce_4_first_add",
     .idea = "each thread adds two elements while loading: half the blocks",
     .first_step = "block b starts at element 512 b; a thread loads elements t and t + 256 of those",
     .points = 10,
     COMMON(tree_cases, gates_4)},
    {.name = "5_unroll_last_warp",
     .function = "reduce_5_unroll_last_warp",
     .idea = "the last 64 values belong to one warp: no block barriers there",
     .first_step = "stop stage 4's loop at stride 32 and let warp 0 finish, reads and writes kept apart",
     .points = 20,
     COMMON(tree_cases, gates_5)},
    {.name = "6_shuffle",
     .function = "reduce_6_shuffle",
     .idea = "values travel between the lanes of a warp in registers",
     .first_step = "write warp_sum: five __shfl_down_sync, distances 16, 8, 4, 2, 1",
     .points = 15,
     COMMON(tree_cases, gates_6)},
    {.name = "7_multi_block",
     .function = "reduce_7_multi_block",
     .idea = "few blocks, many elements a thread, 16 bytes a load, two launches",
     .first_step = "let a thread stride over the grid, tile by tile; remove PMPP_TODO for float and for int",
     .points = 15,
     COMMON(multi_block_cases, gates_7)},
};

static const struct pmpp_column columns[] = {
    {"SIMT\neff. %", EMU_simt_efficiency, "%.1f", 100, false},
    {"excess\nwavefronts", EMU_shared_wavefronts_excess, "%.0f", 0, false},
    {"idle\nphases %", EMU_idle_share, "%.1f", 100, false},
    {"barriers", EMU_barriers, "%.0f", 0, false},
    {"blocks", EMU_blocks, "%.0f", 0, false},
    {"shared\nstores", EMU_shared_store_requests, "%.0f", 0, false},
    {"load\nrequests", EMU_global_load_requests, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, true},
};

static const char *const baselines[] = {"cub", "thrust", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "04",
    .name = "reduce",
    .title = "Reduction",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .copy_note = "thrust::reduce hands its sum to the host and waits for it: that wait is in its time.",
};
