// Lab 09's cases: sizes, kinds of input, where they run.
#include "parts.h"

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU };

#define CASE(label, rows, columns, variant, where)                                                           \
  { label, {rows, columns}, variant, where }
#define ROWS_OF(rows, columns, variant, where) CASE(#rows " x " #columns, rows, columns, variant, where)

#define SHIFTED(rows, columns, variant)                                                                      \
  { #rows " x " #columns ", begins one element further on", {rows, columns, ALL_SHIFTED }, variant, BOTH }
#define OUT_SHIFTED(rows, columns, variant)                                                                  \
  {                                                                                                          \
#rows " x " #columns ", out alone begins one element further on", {rows, columns, ONE_SHIFTED },         \
                                                                       variant, BOTH                         \
  }
#define LATER_SOFTMAX_CASES                                                                                  \
  CASE("3 x 101, elements below -3e38", 3, 101, LOWEST, BOTH), OUT_SHIFTED(3, 1024, EQUAL),                  \
      CASE("3 x 300, one element is NaN, the others of its row are masked", 3, 300, NAN_ALONE, BOTH),        \
      ROWS_OF(65537, 1, EQUAL, GPU)

// The smallest case that shows a fault should be the first to fail. No row at all shows little and comes late.
#define SOFTMAX_CASES                                                                                        \
  ROWS_OF(1, 1, EQUAL, BOTH), ROWS_OF(2, 2, REAL, BOTH), ROWS_OF(3, 31, EQUAL, BOTH),                        \
      ROWS_OF(3, 32, EQUAL, BOTH), ROWS_OF(5, 33, EQUAL, BOTH), ROWS_OF(2, 255, EQUAL, BOTH),                \
      ROWS_OF(2, 256, EQUAL, BOTH), ROWS_OF(3, 257, EQUAL, BOTH), ROWS_OF(1, 1023, EQUAL, BOTH),             \
      ROWS_OF(3, 1025, EQUAL, BOTH), ROWS_OF(1, 4099, EQUAL, BOTH),                                          \
      CASE("3 x 100, elements from 1000 to 1010", 3, 100, LARGE, BOTH),                                      \
      CASE("3 x 100, elements from -1010 to -1000", 3, 100, NEGATIVE, BOTH),                                 \
      CASE("3 x 301, extreme elements", 3, 301, EXTREME, BOTH),                                              \
      CASE("2 x 601, each element a new maximum", 2, 601, RISING, BOTH),                                     \
      CASE("2 x 601, the maximum first", 2, 601, FALLING, BOTH),                                             \
      CASE("3 x 77, masked", 3, 77, MASKED, BOTH), CASE("3 x 1500, masked", 3, 1500, MASKED, BOTH),          \
      CASE("3 x 300, one element is NaN", 3, 300, WITH_NAN, BOTH),                                           \
      CASE("3 x 300, one element is infinite", 3, 300, WITH_INF, BOTH),                                      \
      CASE("7 x 1001, real numbers", 7, 1001, REAL, BOTH), ROWS_OF(300, 3, REAL, BOTH),                      \
      SHIFTED(3, 1024, EQUAL), ROWS_OF(0, 5, EQUAL, BOTH)

#define TIMED_CASES(variant)                                                                                 \
  ROWS_OF(65536, 1024, variant, GPU | PMPP_FULL), ROWS_OF(8192, 8192, variant, GPU | PMPP_TIMED)

const struct pmpp_case_spec softmax_cases[] = {
    SOFTMAX_CASES,
    ROWS_OF(1, 131072, EQUAL, BOTH),
    ROWS_OF(67, 4099, REAL, BOTH | PMPP_GATED),
    TIMED_CASES(REAL),
    LATER_SOFTMAX_CASES,
};

const struct pmpp_case_spec resident_cases[] = {
    SOFTMAX_CASES,
    ROWS_OF(5, 4096, REAL, BOTH),
    ROWS_OF(1, 8191, EQUAL, BOTH),
    ROWS_OF(1, 8192, EQUAL, BOTH),
    ROWS_OF(2, 8193, EQUAL, BOTH),
    ROWS_OF(3, 30000, EQUAL, BOTH),
    CASE("3 x 20000, masked", 3, 20000, MASKED, BOTH),
    CASE("3 x 16400, one element is NaN", 3, 16400, WITH_NAN, BOTH),
    SHIFTED(1, 12288, EQUAL),
    ROWS_OF(2, 131071, REAL, BOTH),
    ROWS_OF(3, 131072, REAL, BOTH | PMPP_GATED),
    ROWS_OF(67, 4096, REAL, BOTH | PMPP_GATED), // the table shows the last gated case
    TIMED_CASES(REAL),
    ROWS_OF(512, 131072, REAL, GPU | PMPP_FULL),
    LATER_SOFTMAX_CASES,
    CASE("2 x 12300, elements below -3e38", 2, 12300, LOWEST, BOTH),
    CASE("2 x 12300, one element is NaN, the others of its row are masked", 2, 12300, NAN_ALONE, BOTH),
};

const struct pmpp_case_spec layer_norm_cases[] = {
    ROWS_OF(2, 2, REAL, BOTH),
    ROWS_OF(1, 1, REAL, BOTH),
    ROWS_OF(3, 31, REAL, BOTH),
    ROWS_OF(3, 32, REAL, BOTH),
    ROWS_OF(5, 33, REAL, BOTH),
    ROWS_OF(3, 255, REAL, BOTH),
    ROWS_OF(3, 257, REAL, BOTH),
    ROWS_OF(2, 1025, REAL, BOTH),
    CASE("3 x 500, 8192 and a little", 3, 500, OFFSET, BOTH),
    CASE("2 x 4096, 8192 and a little", 2, 4096, OFFSET, BOTH),
    CASE("3 x 100, equal elements", 3, 100, EQUAL, BOTH),
    CASE("3 x 300, tiny elements", 3, 300, SMALL, BOTH),
    CASE("3 x 300, huge elements", 3, 300, HUGE_ROWS, BOTH),
    CASE("2 x 601, each element larger than the last", 2, 601, RISING, BOTH),
    CASE("3 x 300, one element is NaN", 3, 300, WITH_NAN, BOTH),
    CASE("3 x 300, one element is infinite", 3, 300, WITH_INF, BOTH),
    ROWS_OF(300, 3, REAL, BOTH),
    SHIFTED(3, 1024, REAL),
    ROWS_OF(0, 5, REAL, BOTH),
    ROWS_OF(1, 8193, REAL, BOTH),
    ROWS_OF(1, 131072, REAL, BOTH),
    ROWS_OF(67, 4099, REAL, BOTH | PMPP_GATED),
    TIMED_CASES(REAL),
    ROWS_OF(512, 131072, REAL, GPU | PMPP_FULL),
    CASE("3 x 100, eps is 1/4", 3, 100, OWN_EPS, BOTH),
    ROWS_OF(65537, 1, REAL, GPU),
};

const struct pmpp_case_spec rms_norm_cases[] = {
    ROWS_OF(2, 2, REAL, BOTH),
    ROWS_OF(1, 1, REAL, BOTH),
    ROWS_OF(3, 31, REAL, BOTH),
    ROWS_OF(3, 32, REAL, BOTH),
    ROWS_OF(5, 33, REAL, BOTH),
    ROWS_OF(3, 255, REAL, BOTH),
    ROWS_OF(3, 257, REAL, BOTH),
    ROWS_OF(2, 1025, REAL, BOTH),
    ROWS_OF(5, 1024, REAL, BOTH),
    ROWS_OF(3, 4100, REAL, BOTH),
    CASE("3 x 4096, equal elements", 3, 4096, EQUAL, BOTH),
    CASE("3 x 304, tiny elements", 3, 304, SMALL, BOTH),
    CASE("3 x 304, huge elements", 3, 304, HUGE_ROWS, BOTH),
    CASE("3 x 304, one element is NaN", 3, 304, WITH_NAN, BOTH),
    CASE("3 x 304, one element is infinite", 3, 304, WITH_INF, BOTH),
    ROWS_OF(300, 3, REAL, BOTH),
    SHIFTED(3, 1024, REAL),
    ROWS_OF(0, 5, REAL, BOTH),
    ROWS_OF(1, 8200, REAL, BOTH),
    ROWS_OF(1, 131072, REAL, BOTH),
    ROWS_OF(2, 8192, REAL, BOTH),
    ROWS_OF(67, 4096, REAL, BOTH | PMPP_GATED),
    TIMED_CASES(REAL),
    ROWS_OF(512, 131072, REAL, GPU | PMPP_FULL),
    OUT_SHIFTED(3, 1024, REAL),
    CASE("3 x 104, eps is 1/4", 3, 104, OWN_EPS, BOTH),
    ROWS_OF(65537, 1, REAL, GPU),
};
