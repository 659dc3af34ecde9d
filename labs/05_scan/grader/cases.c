// Lab 05's cases: sizes, kinds of input, where they run.
#include "parts.h"

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU };

// ---- cases of the scans -----------------------------------------------------------------------------------

#define CASE(label, n, variant, where)                                                                       \
  { label, {n}, variant, where }

#define EXCLUSIVE(label, n, variant, where)                                                                  \
  { label ", exclusive", {n, 1}, variant, where }

// So many elements that an index of 32 bits overflows, or their bytes do.
#define BEYOND(label, n, variant, gib)                                                                       \
  { label, {n}, variant, GPU | PMPP_LARGE, gib }

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

const struct pmpp_case_spec tile_cases[] = {
    SMALL_CASES,
    OTHER_CASES(10007),
    CASE("n=2^18+7", (1 << 18) + 7, WHOLE, BOTH | PMPP_GATED),
    CASE("n=2^24+1", (1 << 24) + 1, WHOLE, GPU),
    CASE("n=2^28", 1 << 28, WHOLE, GPU | PMPP_LARGE | PMPP_FULL), // tiles are alike: 2^26 shows the same
    CASE("n=2^26", 1 << 26, WHOLE, GPU | PMPP_TIMED),
};

const struct pmpp_case_spec three_phase_cases[] = {
    SMALL_CASES,
    OTHER_CASES(10007),
    CASE("n=262144", 262144, WHOLE, BOTH),
    CASE("n=262657", 262657, WHOLE, BOTH),
    CASE("n=2^20+7", (1 << 20) + 7, WHOLE, BOTH | PMPP_GATED),
    CASE("n=2^24+1", (1 << 24) + 1, WHOLE, GPU),
    CASE("n=2^28", 1 << 28, WHOLE, GPU | PMPP_FULL),
    BEYOND("n=2^30", 1 << 30, WHOLE, 9),
    CASE("n=2^26", 1 << 26, WHOLE, GPU | PMPP_TIMED),
};

const struct pmpp_case_spec look_back_cases[] = {
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
    // One multiprocessor: 2^18 elements are more tiles than it holds blocks, with up to 64 elements a thread.
    {"int, n=2^18+5, more tiles than blocks run at a time", {(1 << 18) + 5}, INT_ALL, BOTH, .processors = 1},
    CASE("int, n=2^18+7", (1 << 18) + 7, INT_ALL, BOTH | PMPP_GATED),
    CASE("n=2^20+7", (1 << 20) + 7, WHOLE, BOTH | PMPP_GATED), // the table shows the last gated case
    CASE("n=2^24+1", (1 << 24) + 1, WHOLE, GPU),
    CASE("n=2^20", 1 << 20, WHOLE, PMPP_FULL),
    CASE("n=2^22", 1 << 22, WHOLE, PMPP_FULL),
    CASE("n=2^24", 1 << 24, WHOLE, GPU | PMPP_FULL),
    CASE("int, n=2^28", 1 << 28, INT_ALL, GPU | PMPP_FULL),
    CASE("n=2^28", 1 << 28, WHOLE, GPU | PMPP_FULL),
    EXCLUSIVE("n=2^28", 1 << 28, WHOLE, GPU),
    BEYOND("n=2^30", 1 << 30, WHOLE, 9),
    BEYOND("int, n=2^30-1", (1 << 30) - 1, INT_ALL, 9),
    CASE("n=2^26", 1 << 26, WHOLE, GPU | PMPP_TIMED),
    BEYOND("int, n=2^31+5", (INT64_C(1) << 31) + 5, INT_ALL, 17),
    // Several blocks, of which the first takes as many tiles as it may: another has none left before its last round.
    {"int, n=2^18+9, more tiles than blocks on two multiprocessors",
     {(1 << 18) + 9},
     INT_ALL,
     EMU,
     .processors = 2},
};

// ---- task 8: compaction -----------------------------------------------------------------------------------

const struct pmpp_case_spec compaction_cases[] = {
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
    CASE("n=2^28, 1 of 16 kept", 1 << 28, FEW, GPU | PMPP_FULL),
    CASE("n=2^28, half kept", 1 << 28, HALF, GPU | PMPP_FULL),
    BEYOND("n=2^30-1", (1 << 30) - 1, HALF, 9),
    CASE("n=102400", 102400, HALF, BOTH), // see look_back_cases
    CASE("n=102401", 102401, ALL, BOTH),
    CASE("n=2^26, half kept", 1 << 26, HALF, GPU | PMPP_TIMED),
    BEYOND("n=2^31+5", (INT64_C(1) << 31) + 5, HALF, 17),
    {"n=2^18+9, more tiles than blocks on two multiprocessors", {(1 << 18) + 9}, HALF, EMU, .processors = 2},
};

// ---- task 9: row pointers ---------------------------------------------------------------------------------

#define ROWS(label, entries, rows, kind, where)                                                              \
  { label, {entries, rows}, kind, where }

const struct pmpp_case_spec csr_cases[] = {
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
    ROWS("100 entries, 15359 rows, full blocks of any usual size", 100, 15359, ANY, BOTH),
};
