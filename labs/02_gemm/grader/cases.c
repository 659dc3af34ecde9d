// Lab 02's cases: sizes, kinds of input, where they run.
#include "parts.h"

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU };
#define CASE(label, m, n, k, scale, variant, where)                                                          \
  { label, {m, n, k, scale}, variant, where }
#define MNK(m, n, k, scale, variant, where) CASE("m=" #m " n=" #n " k=" #k, m, n, k, scale, variant, where)

// The smallest case that shows a fault should be the first to fail.
#define WHOLE_CASES                                                                                          \
  MNK(1, 1, 1, PLAIN, WHOLE, BOTH),                                                                          \
      CASE("m=5 n=7 k=6, A shifts rows, B[l][j] = 100 l + j", 5, 7, 6, PLAIN, SHIFT, BOTH),                  \
      MNK(3, 2, 4, PLAIN, WHOLE, BOTH), MNK(32, 32, 32, PLAIN, WHOLE, BOTH),                                 \
      MNK(31, 33, 17, PLAIN, WHOLE, BOTH), MNK(64, 64, 64, PLAIN, WHOLE, BOTH),                              \
      MNK(65, 65, 65, PLAIN, WHOLE, BOTH), CASE("m=20 n=12 k=9, beta = 1", 20, 12, 9, ADD, WHOLE, BOTH),     \
      CASE("m=20 n=12 k=9, alpha = -2, beta = 3", 20, 12, 9, SCALED, WHOLE, BOTH),                           \
      CASE("m=20 n=12 k=9, alpha = 0, beta = -1", 20, 12, 9, ONLY_C, WHOLE, BOTH),                           \
      CASE("m=20 n=12 k=9, beta = 0, C holds NaN", 20, 12, 9, PLAIN, NAN_IN_C, BOTH),                        \
      CASE("m=20 n=12 k=0, beta = 0", 20, 12, 0, PLAIN, WHOLE, BOTH),                                        \
      CASE("m=20 n=12 k=0, beta = 3", 20, 12, 0, SCALED, WHOLE, BOTH),                                       \
      CASE("m=77 n=53 k=1", 77, 53, 1, PLAIN, WHOLE, BOTH),                                                  \
      CASE("m=1 n=131 k=37, one row", 1, 131, 37, PLAIN, WHOLE, BOTH),                                       \
      CASE("m=131 n=1 k=37, one column", 131, 1, 37, PLAIN, WHOLE, BOTH),                                    \
      CASE("m=1 n=1 k=1009", 1, 1, 1009, PLAIN, WHOLE, BOTH),                                                \
      CASE("m=60 n=68 k=516, long", 60, 68, 516, ADD, WHOLE, BOTH),                                          \
      CASE("m=24 n=300 k=40, wide", 24, 300, 40, PLAIN, WHOLE, BOTH),                                        \
      CASE("m=300 n=24 k=40, tall", 300, 24, 40, PLAIN, WHOLE, BOTH),                                        \
      CASE("m=127 n=131 k=137, primes", 127, 131, 137, ADD, WHOLE, BOTH),                                    \
      CASE("m=128 n=128 k=64, beta = 1", 128, 128, 64, ADD, WHOLE, BOTH),                                    \
      CASE("m=140 n=132 k=36, multiples of 4", 140, 132, 36, SCALED, WHOLE, BOTH),                           \
      CASE("m=136 n=144 k=72, multiples of 8", 136, 144, 72, SCALED, WHOLE, BOTH),                           \
      CASE("m=33 n=65 k=64, only k a multiple of 4", 33, 65, 64, PLAIN, WHOLE, BOTH),                        \
      CASE("m=33 n=64 k=65, only n a multiple of 4", 33, 64, 65, PLAIN, WHOLE, BOTH)

// Sums of many products hide what a product or an operand of fewer bits loses: so some have one product or four.
#define REAL_CASES                                                                                           \
  CASE("m=50 n=70 k=1, real numbers", 50, 70, 1, PLAIN, REAL, BOTH),                                         \
      CASE("m=40 n=68 k=4, real numbers", 40, 68, 4, PLAIN, REAL, BOTH),                                     \
      CASE("m=90 n=100 k=110, real numbers", 90, 100, 110, ADD, REAL, BOTH),                                 \
      CASE("m=70 n=72 k=300, rows and columns of very different size", 70, 72, 300, PLAIN, MAGNITUDES, BOTH)

#define CORRECT_CASES                                                                                        \
  WHOLE_CASES,                                                                                               \
      CASE("m=130 n=134 k=66, an element of A and one of B infinite", 130, 134, 66, PLAIN, WITH_INF, BOTH),  \
      REAL_CASES,                                                                                            \
      CASE("m=20 n=12 k=9, the first element of A and of B infinite", 20, 12, 9, PLAIN, FIRST_INF, BOTH),    \
      CASE("m=24 n=24 k=40, the first element of A and of B infinite", 24, 24, 40, PLAIN, FIRST_INF, BOTH)

#define GPU_CASES                                                                                            \
  CASE("m=1021 n=1031 k=517, real numbers", 1021, 1031, 517, SCALED, REAL, GPU),                             \
      CASE("1024", 1024, 1024, 1024, PLAIN, TIMED, PMPP_FULL),                                               \
      CASE("2048", 2048, 2048, 2048, PLAIN, TIMED, PMPP_ON_GPU | PMPP_TIMED),                                \
      CASE("4096", 4096, 4096, 4096, PLAIN, TIMED, PMPP_TIMED),                                              \
      CASE("8192", 8192, 8192, 8192, PLAIN, TIMED, PMPP_FULL)

const struct pmpp_case_spec cases[] = {
    CORRECT_CASES,
    MNK(256, 256, 128, PLAIN, WHOLE, BOTH | PMPP_GATED),
    GPU_CASES,
};

// A grid may be shorter than C: then its threads go on to further rows.
const struct pmpp_case_spec cases_2[] = {
    CORRECT_CASES,
    CASE("m=4100 n=1 k=1, more rows than threads in a short grid", 4100, 1, 1, PLAIN, WHOLE, BOTH),
    MNK(256, 256, 128, PLAIN, WHOLE, BOTH | PMPP_GATED),
    GPU_CASES,
};

// 8_warp_tile may choose its tile by the size of C, a smaller one where large ones would leave multiprocessors without
// work. Its gates therefore ask about a C that has a tile of 128 x 128 for each of an H200's 132, and the cases before
// it take that tile to the edges of C.
const struct pmpp_case_spec cases_8[] = {
    CORRECT_CASES,
    CASE("m=130 n=9000 k=12, many tiles", 130, 9000, 12, ADD, WHOLE, BOTH),
    CASE("m=8650 n=131 k=9, many tiles, odd rows", 8650, 131, 9, SCALED, WHOLE, BOTH),
    MNK(1536, 1408, 32, PLAIN, WHOLE, BOTH | PMPP_GATED),
    GPU_CASES,
};

// 10_split_tf32 has finite elements alone.
const struct pmpp_case_spec cases_10[] = {
    WHOLE_CASES,
    REAL_CASES,
    MNK(256, 256, 128, PLAIN, WHOLE, BOTH | PMPP_GATED),
    GPU_CASES,
};
