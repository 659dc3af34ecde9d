// Lab 04's cases: sizes, kinds of input, where they run.
#include "parts.h"

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
      CASE("n=2^28", 1 << 28, WHOLE, GPU | PMPP_FULL)

#define TIMED_CASE CASE("n=2^26", 1 << 26, WHOLE, GPU | PMPP_TIMED)

const struct pmpp_case_spec tree_cases[] = {SMALL_CASES, OTHER_CASES, LARGE_CASES, TIMED_CASE};

const struct pmpp_case_spec multi_block_cases[] = {
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
    CASE("n=2^20", 1 << 20, WHOLE, PMPP_FULL),
    CASE("n=2^22", 1 << 22, WHOLE, PMPP_FULL),
    CASE("n=2^24", 1 << 24, WHOLE, PMPP_FULL),
    CASE("n=17309699, more tiles than blocks", 17309699, WHOLE, BOTH),
    CASE("int, n=17309699", 17309699, INT_ALL, BOTH),
    {"n=2^30", {1 << 30}, WHOLE, GPU | PMPP_LARGE, 5},
    {"int, n=2^30-1", {(1 << 30) - 1}, INT_ALL, GPU | PMPP_LARGE, 5},
    TIMED_CASE,
    {"int, n=2^31+5", {(INT64_C(1) << 31) + 5}, INT_ALL, GPU | PMPP_LARGE, 9},
};
