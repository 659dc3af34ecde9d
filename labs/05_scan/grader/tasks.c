// Lab 05 as the grader sees it: nine tasks, their inputs, exact prefix sums, bounds and gates.
#include "grader/task.h"
#include "scan.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU };
#define LENGTH(a) (int)(sizeof(a) / sizeof((a)[0]))

// ---- cases of the scans ----------------------------------------------------------------------------------

enum variant {
  WHOLE,    // odd whole numbers -63..63: a missing or doubled element always changes the sum
  REAL,     // uniform in [-1, 1)
  HUGE_ONE, // ones, and 2^23 somewhere among them
  TINY,     // odd whole numbers -63..63, each times 2^-60
  MIXED,    // +-2^-20 .. +-2^-6; for n <= 1023, no sum of them needs more than a float's 24 bits
  WITH_NAN, // as WHOLE, but one element of the middle third is NaN
  WITH_INF, // as WHOLE, but one element of the middle third is infinite
  LATE,     // 0 in the first half, then as WHOLE: tiles whose sum is 0
  INT_ALL,  // int: all 2^32 values, so that sums wrap around
};

#define CASE(label, n, variant, where)                                                                       \
  { label, {n}, variant, where }
#define EXCLUSIVE(label, n, variant, where)                                                                  \
  { label ", exclusive", {n, 1}, variant, where }

// The smallest case that shows a fault should be the first to fail. n = 0 shows little and comes late.
#define SMALL_CASES                                                                                          \
  CASE("n=1", 1, WHOLE, BOTH), CASE("n=2", 2, WHOLE, BOTH), CASE("n=31", 31, WHOLE, BOTH),                   \
      CASE("n=32", 32, WHOLE, BOTH), CASE("n=33", 33, WHOLE, BOTH), CASE("n=257", 257, WHOLE, BOTH),         \
      CASE("n=511", 511, WHOLE, BOTH), CASE("n=512", 512, WHOLE, BOTH), CASE("n=513", 513, WHOLE, BOTH),     \
      CASE("n=1023", 1023, WHOLE, BOTH), CASE("n=0", 0, WHOLE, BOTH)
#define OTHER_CASES(n)                                                                                       \
  CASE("n=1023, elements from 2^-20 to 2^-6", 1023, MIXED, BOTH),                                            \
      CASE("n=" #n ", real numbers", n, REAL, BOTH), CASE("n=" #n ", one huge element", n, HUGE_ONE, BOTH),  \
      CASE("n=" #n ", tiny elements, k x 2^-60", n, TINY, BOTH),                                             \
      CASE("n=" #n ", one element is NaN", n, WITH_NAN, BOTH),                                               \
      CASE("n=" #n ", one element is infinite", n, WITH_INF, BOTH)

static const struct pmpp_case_spec tile_cases[] = {
    SMALL_CASES,
    OTHER_CASES(10007),
    CASE("n=2^18+7", (1 << 18) + 7, WHOLE, BOTH | PMPP_GATED),
    CASE("n=2^24+1", (1 << 24) + 1, WHOLE, GPU),
    CASE("n=2^28", 1 << 28, WHOLE, GPU | PMPP_TIMED),
};

static const struct pmpp_case_spec three_phase_cases[] = {
    SMALL_CASES,
    OTHER_CASES(10007),
    CASE("n=262144", 262144, WHOLE, BOTH),
    CASE("n=262657", 262657, WHOLE, BOTH),
    CASE("n=2^20+7", (1 << 20) + 7, WHOLE, BOTH | PMPP_GATED),
    CASE("n=2^24+1", (1 << 24) + 1, WHOLE, GPU),
    CASE("n=2^28", 1 << 28, WHOLE, GPU | PMPP_TIMED),
    CASE("n=2^30", 1 << 30, WHOLE, GPU),
};

static const struct pmpp_case_spec look_back_cases[] = {
    SMALL_CASES,
    CASE("n=4095", 4095, WHOLE, BOTH),
    CASE("n=4096", 4096, WHOLE, BOTH),
    CASE("n=4097", 4097, WHOLE, BOTH),
    CASE("n=20479", 20479, WHOLE, BOTH),
    CASE("n=102400", 102400, WHOLE, BOTH), // 2^12 x 25: whole tiles of most sizes,
    CASE("n=102401", 102401, WHOLE, BOTH), // and one element in the last one
    OTHER_CASES(40009),                    // several of the largest tiles that fit in an SM
    CASE("n=40009, zeros in the first half", 40009, LATE, BOTH),
    EXCLUSIVE("n=1", 1, WHOLE, BOTH),
    EXCLUSIVE("n=33", 33, WHOLE, BOTH),
    EXCLUSIVE("n=1023", 1023, WHOLE, BOTH),
    EXCLUSIVE("n=20479", 20479, WHOLE, BOTH),
    EXCLUSIVE("n=40009, one element is infinite", 40009, WITH_INF, BOTH),
    CASE("int, n=1", 1, INT_ALL, BOTH),
    CASE("int, n=33", 33, INT_ALL, BOTH),
    CASE("int, n=0", 0, INT_ALL, BOTH),
    CASE("int, n=100003", 100003, INT_ALL, BOTH),
    EXCLUSIVE("int, n=100003", 100003, INT_ALL, BOTH),
    CASE("int, n=2^21+5, more tiles than blocks run at a time", (1 << 21) + 5, INT_ALL, BOTH),
    CASE("int, n=2^18+7", (1 << 18) + 7, INT_ALL, BOTH | PMPP_GATED),
    CASE("n=2^20+7", (1 << 20) + 7, WHOLE, BOTH | PMPP_GATED), // the table shows the last gated case
    CASE("n=2^24+1", (1 << 24) + 1, WHOLE, GPU),
    CASE("n=2^24", 1 << 24, WHOLE, GPU | PMPP_TIMED),
    CASE("int, n=2^28", 1 << 28, INT_ALL, GPU | PMPP_TIMED),
    CASE("n=2^28", 1 << 28, WHOLE, GPU | PMPP_TIMED),
    EXCLUSIVE("n=2^28", 1 << 28, WHOLE, GPU),
    CASE("n=2^30", 1 << 30, WHOLE, GPU),
    CASE("int, n=2^30-1", (1 << 30) - 1, INT_ALL, GPU),
};

static void fill(float *x, int64_t n, int variant, uint64_t seed) {
  uint64_t place = seed;
  int64_t one = n / 3 + (n ? (int64_t)(pmpp_random(&place) % (uint64_t)(n / 3 + 1)) : 0);
  switch (variant) {
  case WHOLE:
  case TINY:
  case LATE:
  case WITH_NAN:
  case WITH_INF:
    pmpp_fill_whole_f32(x, n, -32, 31, seed);
    for (int64_t i = 0; i < n; i++) x[i] = (2 * x[i] + 1) * (variant == TINY ? 0x1p-60f : 1);
    if (variant == LATE) memset(x, 0, (size_t)(n / 2) * sizeof *x);
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
  case HUGE_ONE:
    for (int64_t i = 0; i < n; i++) x[i] = 1;
    x[one] = 1 << 23;
    break;
  }
}

// ---- exact scans and how far a float scan may be from them -----------------------------------------------

// Whole numbers: every sum of a run of elements is a whole number below 2^24 in size, hence exact in any
// order, and the bound is 0. (Such sums wander: their standard deviation is 37 sqrt(n), 2^20.2 for n = 2^30.)
// The same holds for multiples of 2^-60, and for multiples of 2^-20 whose sizes add up to less than 2^4. Real
// numbers: an addition rounds by at most 2^-24 of its result, so a sum is off by at most d 2^-24 sum|x|, d
// the most additions that one element goes through in a row (Higham, Accuracy and Stability of Numerical
// Algorithms, section 4.2). Inside a tile 64 is enough for any tree (Brent and Kung: 18) and for trees over
// threads that add up some elements one by one; from tile to tile the sums may be added one by one. 1 % is
// for the higher orders.
static double real_bound(int64_t tiles, double sum_of_abs) {
  return 1.01 * (double)(64 + tiles) * (FLT_EPSILON / 2) * sum_of_abs;
}

// golden[0 .. n) from x[0 .. n). Returns the sum of |x|.
static double scan_f32(const float *x, int64_t n, bool exclusive, double *golden) {
  double sum = 0, abs = 0;
  for (int64_t i = 0; i < n; i++) {
    double before = sum;
    sum += x[i];
    abs += fabsf(x[i]);
    golden[i] = exclusive ? before : sum;
  }
  return abs;
}

static void set_bound(struct pmpp_case *c, struct pmpp_buf *out, int64_t tiles, double sum_of_abs) {
  bool real = c->spec->variant == REAL;
  out->abs_bound = real ? real_bound(tiles, sum_of_abs) : 0;
  out->bound_text = !real       ? "0: every sum is exact"
                    : tiles > 1 ? "1.01 (64 + n / 512) 2^-24 sum|x|"
                                : "1.01 x 65 x 2^-24 sum|x| of the tile with the largest";
}

// ---- tasks 1 to 5: tiles ---------------------------------------------------------------------------------

enum { TILES_IN, TILES_OUT };

static void make_tiles(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, PMPP_F32, n);
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, n);
  c->param[0] = n;
  c->floor_bytes = 8.0 * (double)n;
  fill(in->data, n, c->spec->variant, c->seed);
}

// The tile that begins at first. Returns the sum of its |x|.
static double golden_tile(struct pmpp_case *c, int64_t first, bool exclusive) {
  int64_t n = c->spec->size[0] - first;
  const float *x = c->buf[TILES_IN].data;
  double *golden = c->buf[TILES_OUT].golden;
  return scan_f32(x + first, n < SCAN_TILE ? n : SCAN_TILE, exclusive, golden + first);
}

static void golden_tiles(struct pmpp_case *c, bool exclusive) {
  double largest = 0;
  for (int64_t first = 0; first < c->spec->size[0]; first += SCAN_TILE)
    largest = fmax(largest, golden_tile(c, first, exclusive));
  set_bound(c, &c->buf[TILES_OUT], 1, largest);
}

static void golden_inclusive(struct pmpp_case *c) {
  golden_tiles(c, false);
}

static void golden_exclusive(struct pmpp_case *c) {
  golden_tiles(c, true);
}

// Only whole numbers are timed: their bound stays 0.
static void update_inclusive(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  golden_tile(c, i - i % SCAN_TILE, false);
}

static void update_exclusive(struct pmpp_case *c, int arg, int64_t i, uint64_t old) {
  (void)arg, (void)old;
  golden_tile(c, i - i % SCAN_TILE, true);
}

// ---- tasks 6 and 7: whole arrays -------------------------------------------------------------------------

enum { IN, SCRATCH, OUT };

static void make_three_phase(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, PMPP_F32, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_F32, scan_sums(n));
  pmpp_add(c, "out", PMPP_OUT, PMPP_F32, n);
  c->param[0] = n;
  c->floor_bytes = 8.0 * (double)n;
  fill(in->data, n, c->spec->variant, c->seed);
}

static void make_look_back(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  bool is_int = c->spec->variant == INT_ALL;
  int type = is_int ? PMPP_I32 : PMPP_F32;
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, type, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U64, scan_words(n));
  pmpp_add(c, "out", PMPP_OUT, type, n);
  c->param[0] = n;
  c->param[1] = c->spec->size[1];
  c->param[2] = is_int;
  c->floor_bytes = 8.0 * (double)n;
  if (is_int)
    pmpp_fill_i32(in->data, n, INT32_MIN, INT32_MAX, c->seed);
  else
    fill(in->data, n, c->spec->variant, c->seed);
}

static void golden_whole(struct pmpp_case *c) {
  int64_t n = c->spec->size[0];
  bool exclusive = c->spec->size[1];
  struct pmpp_buf *out = &c->buf[OUT];
  if (c->spec->variant == INT_ALL) {
    const uint32_t *x = c->buf[IN].data;
    uint32_t sum = 0, *golden = out->golden;
    for (int64_t i = 0; i < n; i++) {
      uint32_t before = sum;
      sum += x[i];
      golden[i] = exclusive ? before : sum;
    }
    return;
  }
  double sum_of_abs = scan_f32(c->buf[IN].data, n, exclusive, out->golden);
  set_bound(c, out, n / SCAN_TILE + 1, sum_of_abs);
}

// ---- task 8: compaction ----------------------------------------------------------------------------------

enum keep {
  HALF,      // any int: half of them are above 0
  NONE,      // -8 .. 0
  ALL,       // 1 .. 8
  FEW,       // one in 16
  ALTERNATE, // 1, 0, 2, 0, 3, ...
  EXTREMES,  // INT_MIN, -1, 0, 1, INT_MAX
  LAST_ONE,  // only the last
  LONG_RUNS, // runs of 1000 kept, then 1000 not
};

static const struct pmpp_case_spec compaction_cases[] = {
    CASE("n=1, kept", 1, ALL, BOTH),
    CASE("n=1, not kept", 1, NONE, BOTH),
    CASE("n=8, every other one kept", 8, ALTERNATE, BOTH),
    CASE("n=33", 33, HALF, BOTH),
    CASE("n=100, extreme numbers", 100, EXTREMES, BOTH),
    CASE("n=257", 257, HALF, BOTH),
    CASE("n=1023", 1023, HALF, BOTH),
    CASE("n=4096", 4096, HALF, BOTH),
    CASE("n=4099", 4099, HALF, BOTH),
    CASE("n=10007, all kept", 10007, ALL, BOTH),
    CASE("n=40009, none kept", 40009, NONE, BOTH),
    CASE("n=40009, only the last kept", 40009, LAST_ONE, BOTH),
    CASE("n=20011, runs of 1000", 20011, LONG_RUNS, BOTH),
    CASE("n=2^21+5, runs of 1000", (1 << 21) + 5, LONG_RUNS, BOTH),
    CASE("n=0", 0, HALF, BOTH),
    CASE("n=2^20+7", (1 << 20) + 7, HALF, BOTH | PMPP_GATED),
    CASE("n=2^24+1", (1 << 24) + 1, HALF, GPU),
    CASE("n=2^28, 1 of 16 kept", 1 << 28, FEW, GPU | PMPP_TIMED),
    CASE("n=2^28, half kept", 1 << 28, HALF, GPU | PMPP_TIMED),
    CASE("n=2^30-1", (1 << 30) - 1, HALF, GPU),
    CASE("n=102400", 102400, HALF, BOTH), // see look_back_cases
    CASE("n=102401", 102401, ALL, BOTH),
};

static void fill_for_compaction(int32_t *x, int64_t n, int keep, uint64_t seed) {
  static const int32_t extreme[] = {INT32_MIN, -1, 0, 1, INT32_MAX};
  if (keep == NONE)
    pmpp_fill_i32(x, n, -8, 0, seed);
  else if (keep == ALL)
    pmpp_fill_i32(x, n, 1, 8, seed);
  else if (keep == FEW)
    pmpp_fill_i32(x, n, -14, 1, seed);
  else
    pmpp_fill_i32(x, n, INT32_MIN, INT32_MAX, seed);
  for (int64_t i = 0; i < n; i++) {
    if (keep == ALTERNATE) x[i] = i % 2 ? 0 : (int32_t)(i / 2 + 1);
    if (keep == EXTREMES) x[i] = extreme[(uint32_t)x[i] % 5];
    if (keep == LAST_ONE) x[i] = i == n - 1;
    if (keep == LONG_RUNS) x[i] = i / 1000 % 2 ? 0 : (int32_t)i + 1;
  }
}

enum { KEPT_IN, KEPT_SCRATCH, KEPT_OUT, KEPT_COUNT };

static void make_compaction(struct pmpp_case *c) {
  int64_t n = c->spec->size[0], kept = 0;
  struct pmpp_buf *in = pmpp_add(c, "in", PMPP_IN, PMPP_I32, n);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U64, scan_words(n));
  pmpp_add(c, "out", PMPP_OUT, PMPP_I32, n);
  pmpp_add(c, "count", PMPP_OUT, PMPP_I64, 1);
  c->param[0] = n;
  fill_for_compaction(in->data, n, c->spec->variant, c->seed);
  for (int64_t i = 0; i < n; i++) kept += ((const int32_t *)in->data)[i] > 0;
  c->floor_bytes = 4.0 * (double)(n + kept) + 8;
}

// What is not to be touched keeps the bytes 0xFF that every output has before the call.
static void golden_compaction(struct pmpp_case *c) {
  int64_t n = c->spec->size[0], kept = 0;
  const int32_t *x = c->buf[KEPT_IN].data;
  int32_t *golden = c->buf[KEPT_OUT].golden;
  for (int64_t i = 0; i < n; i++) {
    golden[kept] = x[i];
    kept += x[i] > 0;
  }
  for (int64_t i = kept; i < n; i++) golden[i] = -1;
  *(int64_t *)c->buf[KEPT_COUNT].golden = kept;
}

// ---- task 9: row pointers --------------------------------------------------------------------------------

enum rows {
  ANY,       // each row as likely as any other
  SORTED,    // in the order of their rows
  BACKWARDS, // last row first
  HALF_IN_1, // half of the entries in row 1
  LAST_ROW,  // all in the last row
  EVEN_ROWS, // none in rows 1, 3, 5, ...
};

#define ROWS(label, entries, rows, kind, where)                                                              \
  { label, {entries, rows}, kind, where }

static const struct pmpp_case_spec csr_cases[] = {
    ROWS("1 entry, 1 row", 1, 1, ANY, BOTH),
    ROWS("4 entries, 3 rows", 4, 3, ANY, BOTH),
    ROWS("33 entries, 7 rows", 33, 7, ANY, BOTH),
    ROWS("257 entries, 1 row", 257, 1, ANY, BOTH),
    ROWS("100 entries, 1023 rows", 100, 1023, ANY, BOTH),
    ROWS("1000 entries, 4095 rows", 1000, 4095, SORTED, BOTH),
    ROWS("1000 entries, 4096 rows", 1000, 4096, BACKWARDS, BOTH),
    ROWS("10007 entries, 10007 rows", 10007, 10007, ANY, BOTH),
    ROWS("10007 entries, 300 rows, half in row 1", 10007, 300, HALF_IN_1, BOTH),
    ROWS("5000 entries, 40009 rows, all in the last", 5000, 40009, LAST_ROW, BOTH),
    ROWS("5000 entries, 2001 rows, odd ones empty", 5000, 2001, EVEN_ROWS, BOTH),
    ROWS("no entry, 5 rows", 0, 5, ANY, BOTH),
    ROWS("no entry, no row", 0, 0, ANY, BOTH),
    ROWS("2^18+7 entries, 2^16+3 rows", (1 << 18) + 7, (1 << 16) + 3, ANY, BOTH | PMPP_GATED),
    ROWS("2^24+1 entries, 2^20+1 rows", (1 << 24) + 1, (1 << 20) + 1, ANY, GPU),
    ROWS("2^24 entries, 2^26 rows", 1 << 24, 1 << 26, ANY, GPU),
    ROWS("2^26 entries, 2^22 rows", 1 << 26, 1 << 22, ANY, GPU | PMPP_TIMED),
};

enum { CSR_ROW, CSR_SCRATCH, CSR_ROW_PTR };

static void make_csr(struct pmpp_case *c) {
  int64_t entries = c->spec->size[0], rows = c->spec->size[1];
  struct pmpp_buf *in = pmpp_add(c, "row", PMPP_IN, PMPP_I32, entries);
  pmpp_add(c, "scratch", PMPP_SCRATCH, PMPP_U64, scan_words(rows + 1));
  pmpp_add(c, "row_ptr", PMPP_OUT, PMPP_I32, rows + 1);
  c->param[0] = entries;
  c->param[1] = rows;
  c->floor_bytes = 4.0 * (double)(entries + rows + 1);
  int32_t *row = in->data;
  pmpp_fill_i32(row, entries, 0, (int32_t)(rows - 1), c->seed);
  for (int64_t k = 0; k < entries; k++) {
    if (c->spec->variant == SORTED) row[k] = (int32_t)(k * rows / entries);
    if (c->spec->variant == BACKWARDS) row[k] = (int32_t)(rows - 1 - k * rows / entries);
    if (c->spec->variant == HALF_IN_1 && k % 2) row[k] = 1;
    if (c->spec->variant == LAST_ROW) row[k] = (int32_t)(rows - 1);
    if (c->spec->variant == EVEN_ROWS) row[k] -= row[k] % 2;
  }
}

static void golden_csr(struct pmpp_case *c) {
  int64_t entries = c->spec->size[0], rows = c->spec->size[1];
  const int32_t *row = c->buf[CSR_ROW].data;
  int32_t *row_ptr = c->buf[CSR_ROW_PTR].golden;
  memset(row_ptr, 0, (size_t)(rows + 1) * sizeof *row_ptr);
  for (int64_t k = 0; k < entries; k++) row_ptr[row[k] + 1]++;
  for (int64_t r = 0; r < rows; r++) row_ptr[r + 1] += row_ptr[r];
}

// ---- gates -----------------------------------------------------------------------------------------------

static double size_of(const struct pmpp_case *c) {
  return (double)c->spec->size[0];
}

static double tiles(const struct pmpp_case *c) {
  return ceil(size_of(c) / SCAN_TILE);
}

static double reads_all(const struct pmpp_case *c) {
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

static double one_pass_bytes(const struct pmpp_case *c) {
  return 1.02 * c->floor_bytes;
}

static double three_phase_bytes(const struct pmpp_case *c) {
  return 20.5 * size_of(c);
}

// Rows: zeroed (4), counted (no loads or stores, but atomics), scanned (8). Entries: 4.
static double csr_bytes(const struct pmpp_case *c) {
  return 1.02 * (4 * size_of(c) + 12 * (double)(c->spec->size[1] + 1));
}

static double csr_atomics(const struct pmpp_case *c) {
  return size_of(c) + (double)c->spec->size[1] / 256 + 1;
}

static double barriers_11(const struct pmpp_case *c) {
  return 11 * tiles(c);
}

static double barriers_3(const struct pmpp_case *c) {
  return 3 * tiles(c);
}

static double shared_loads_160(const struct pmpp_case *c) {
  return 160 * tiles(c);
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

#define GATE_READ                                                                                            \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, reads_all, 0, "4n: the kernels themselves read every element",     \
        "the kernels do not read the input: let them compute the result, not the host"                       \
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
#define GATE_LAUNCHES(most, why, what)                                                                       \
  { EMU_launches, PMPP_AT_MOST, NULL, most, why, what }
#define GATE_BUSY                                                                                            \
  {                                                                                                          \
    EMU_threads, PMPP_AT_LEAST, busy_threads, 0,                                                             \
        "n / 64: with fewer threads most of the device has nothing to do at this size",                      \
        "one block that carries the sum along uses one SM alone: give each tile to a block"                  \
  }

static const struct pmpp_gate gates_1[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    {EMU_barriers, PMPP_AT_MOST, barriers_11, 0,
     "11 a tile: after the load, after each of 9 steps, and one to spare",
     "with two buffers a step reads one and writes the other: one barrier a step is enough"},
    GATE_SIMT(0.50, "0.50: the threads of a tile share the additions"),
};

static const struct pmpp_gate gates_2[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    {EMU_shared_load_requests, PMPP_AT_MOST, shared_loads_160, 0,
     "160 a tile: each of 16 warps loads once in each of 9 steps, and once more",
     "keep the thread's own sum in a register: a step then loads one word only, its neighbour's"},
};

static const struct pmpp_gate gates_3[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    {EMU_shared_store_requests, PMPP_AT_MOST, shared_stores_84, 0,
     "84 a tile: 16 for the load; a sweep has 8 + 4 + 2 + 1 + 1 + 1 + 1 + 1 + 1 = 20 warps that add; 1 store "
     "each "
     "on the way up, 2 down; 8 to spare",
     "with d = 1, 2, 4, ... only 512 / 2d threads add, the first ones: thread t at right = 2 d (t + 1) - 1"},
    GATE_SIMT(0.40, "0.40: the threads of a tile share the additions, whole warps drop out"),
};

static const struct pmpp_gate gates_4[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    {EMU_barriers, PMPP_AT_MOST, barriers_11, 0,
     "11 a tile: after the load, after each of 9 steps, and one to spare",
     "one barrier a step is enough: what a step reads from other threads, it does not write"},
    {EMU_shared_store_requests, PMPP_AT_MOST, shared_stores_132, 0,
     "132 a tile: 16 for the load; of 16 warps, all for d below 32 (5 steps), then 8 (4 steps); 4 to spare",
     "half of the elements get an addition in a step: those whose index has the bit d"},
    GATE_SIMT(0.50, "0.50: the threads of a tile share the additions"),
};

static const struct pmpp_gate gates_5[] = {
    GATE_READ,
    GATE_COALESCED,
    GATE_BYTES,
    {EMU_barriers, PMPP_AT_MOST, barriers_3, 0,
     "3 a tile: before and after the scan of the warps' sums, and one to spare",
     "warps need no barrier for their own 32 elements: use __shfl_up_sync, distances 1, 2, 4, 8, 16"},
    {EMU_shared_store_requests, PMPP_AT_MOST, shared_stores_33, 0,
     "33 a tile: 16 warps store a sum each, one stores their scan, and 16 to spare",
     "only a warp's sum goes to shared memory, stored by its last lane"},
    GATE_SIMT(0.50, "0.50: the threads of a tile share the additions"),
};

static const struct pmpp_gate gates_6[] = {
    GATE_READ,
    GATE_COALESCED,
    {EMU_global_bytes, PMPP_AT_MOST, three_phase_bytes, 0,
     "20.5n: 8n to scan the tiles, 8n to add, 4n if every thread loads what it adds; 2 % for the sums",
     "only one sum a tile is scanned in between, not the elements"},
    GATE_LAUNCHES(5, "5: tiles, their sums, the sums of those, and twice the addition",
                  "scan tiles of 512 or more at each level: three levels are enough for 2^27 elements"),
    GATE_BUSY,
};

static const struct pmpp_gate gates_7[] = {
    GATE_READ,
    GATE_COALESCED,
    {EMU_global_bytes, PMPP_AT_MOST, one_pass_bytes, 0,
     "1.02 x 8n: every element loaded once and stored once; 2 % for the tiles' words",
     "keep the tile in registers until its exclusive prefix is complete; make it large (4096 elements)"},
    GATE_LAUNCHES(2, "2: clear the tiles' words, then one pass",
                  "tiles that wait for each other need no second launch"),
    GATE_BUSY,
};

static const struct pmpp_gate gates_8[] = {
    GATE_READ,
    {EMU_global_sectors_excess, PMPP_AT_MOST, few_extra_sectors_packed, 0,
     "n / 80 + 64 + kept / 32: loads as before; 32 neighbours stored at any place lie in one sector more "
     "than 4",
     "pack what is kept in shared memory, then let neighbouring lanes store neighbours"},
    {EMU_global_bytes, PMPP_AT_MOST, one_pass_bytes, 0,
     "1.02 (4n + 4 kept): every element loaded once, each kept one stored once; 2 % for the tiles' words",
     "a place needs no array: it is the sum that look_back returns plus the place inside the tile"},
    GATE_LAUNCHES(2, "2: clear the tiles' words, then one pass", "count, place and store in one kernel"),
    GATE_BUSY,
};

static const struct pmpp_gate gates_9[] = {
    GATE_READ,
    {EMU_global_bytes, PMPP_AT_MOST, csr_bytes, 0,
     "1.02 (4 entries + 12 (rows + 1)): entries loaded once; rows set to 0, then scanned in one pass",
     "count with atomics, one pass over the entries, then scan the counts as in stage 7"},
    {EMU_global_atomics, PMPP_AT_MOST, csr_atomics, 0,
     "entries + rows / 256 + 1: an entry is counted once; the scan draws its tiles",
     "one atomicAdd an entry is enough: the scan turns counts into row pointers"},
};

// ---- tasks -----------------------------------------------------------------------------------------------

#define COMMON(cases_of, make_of, golden_of, gates_of)                                                       \
  .cases = cases_of, .n_cases = LENGTH(cases_of), .make = make_of, .golden = golden_of, .gates = gates_of,   \
  .n_gates = LENGTH(gates_of), .check_leaks = true

static const struct pmpp_task tasks[] = {
    {.name = "1_hillis_steele",
     .function = "scan_1_hillis_steele",
     .idea = "each element adds the one d before it, from one buffer into another",
     .first_step = "load one element a thread into buffer[0], 0 past the end, and put a barrier after it",
     .points = 10,
     COMMON(tile_cases, make_tiles, golden_inclusive, gates_1),
     .update = update_inclusive},
    {.name = "2_kogge_stone",
     .function = "scan_2_kogge_stone",
     .idea = "one buffer, the own sum in a register",
     .first_step = "keep the sum in a float; in each step read s[t - d], barrier, write s[t], barrier",
     .points = 10,
     COMMON(tile_cases, make_tiles, golden_inclusive, gates_2),
     .update = update_inclusive},
    {.name = "3_brent_kung",
     .function = "scan_3_brent_kung",
     .idea = "a tree up and a tree down: 2 additions an element",
     .first_step = "write the sweep up: thread t adds s[right - d] to s[right], right = 2 d (t + 1) - 1",
     .points = 15,
     COMMON(tile_cases, make_tiles, golden_exclusive, gates_3),
     .update = update_exclusive},
    {.name = "4_sklansky",
     .function = "scan_4_sklansky",
     .idea = "runs of d become runs of 2d: few steps, half of the elements in each",
     .first_step = "let thread t find the right run of its pair: it begins at t / d * 2 * d + d",
     .points = 10,
     COMMON(tile_cases, make_tiles, golden_inclusive, gates_4),
     .update = update_inclusive},
    {.name = "5_warp_shuffle",
     .function = "scan_5_warp_shuffle",
     .idea = "warps scan in registers, their sums in one warp",
     .first_step = "write warp_scan: five __shfl_up_sync, distances 1, 2, 4, 8, 16",
     .points = 10,
     COMMON(tile_cases, make_tiles, golden_inclusive, gates_5),
     .update = update_inclusive},
    {.name = "6_three_phase",
     .function = "scan_6_three_phase",
     .idea = "scan the tiles, scan their sums, add",
     .first_step = "let stage 5's kernel store each tile's last sum in sums[blockIdx.x]",
     .points = 10,
     COMMON(three_phase_cases, make_three_phase, golden_whole, gates_6)},
    {.name = "7_look_back",
     .function = "scan_7_look_back",
     .idea = "one pass: a tile polls the tiles before it for their sums",
     .first_step =
         "clear the words, draw the tile by atomicAdd, load it; remove PMPP_TODO for float and for int",
     .points = 15,
     COMMON(look_back_cases, make_look_back, golden_whole, gates_7)},
    {.name = "8_stream_compaction",
     .function = "scan_8_stream_compaction",
     .idea = "the scan of 0s and 1s says where an element goes",
     .first_step = "copy stage 7's kernel and scan x > 0 instead of x",
     .points = 10,
     COMMON(compaction_cases, make_compaction, golden_compaction, gates_8)},
    {.name = "9_csr_build",
     .function = "scan_9_csr_build",
     .idea = "count the entries of each row, then scan the counts",
     .first_step = "set row_ptr to 0 in one kernel, count with atomicAdd in another, scan it in place",
     .points = 10,
     COMMON(csr_cases, make_csr, golden_csr, gates_9)},
};

static const struct pmpp_column columns[] = {
    {"SIMT\neff. %", EMU_simt_efficiency, "%.1f", 100, false},
    {"barriers", EMU_barriers, "%.0f", 0, false},
    {"shared\nloads", EMU_shared_load_requests, "%.0f", 0, false},
    {"shared\nstores", EMU_shared_store_requests, "%.0f", 0, false},
    {"excess\nwavefronts", EMU_shared_wavefronts_excess, "%.0f", 0, false},
    {"warp\nexchanges", EMU_warp_exchanges, "%.0f", 0, false},
    {"launches", EMU_launches, "%.0f", 0, false},
    {"bytes /\ncompulsory", EMU_global_bytes, "%.3f", 0, true},
};

static const char *const baselines[] = {"cub", "thrust", NULL};

const struct pmpp_lab pmpp_lab = {
    .number = "05",
    .name = "scan",
    .title = "Scan",
    .tasks = tasks,
    .n_tasks = LENGTH(tasks),
    .columns = columns,
    .n_columns = LENGTH(columns),
    .baselines = baselines,
    .copy_note = "thrust allocates its temporary storage and waits for the device: both are in its time.",
};
