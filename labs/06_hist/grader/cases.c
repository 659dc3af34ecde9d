// Lab 06's cases: sizes, kinds of input, where they run.
#include "parts.h"

// ---- distributions ----------------------------------------------------------------------------------------

// A case's variant also says what its samples are (bytes, if nothing is said) and how many bytes behind a 256-byte
// boundary they begin.
enum { U32 = 1 << 16, F32 = 2 << 16 };

#define OFF(bytes) ((bytes) << 8)
enum { GPU = PMPP_ON_GPU, BOTH = PMPP_ON_EMU | PMPP_ON_GPU };

// ---- cases ------------------------------------------------------------------------------------------------

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

// One block has more samples of a bin than 16 bits count, also where each of its lanes has a histogram of its own.
#define MANY_OF_ONE {"n=2^22+7, one bin, 1 multiprocessor", {(1 << 22) + 7}, ONE_BIN, PMPP_ON_EMU, .processors = 1}

#define BEYOND_INT {"n=2^31+3", {(INT64_C(1) << 31) + 3}, UNIFORM, GPU | PMPP_LARGE, 3} // one more than a 32-bit index counts

const struct pmpp_case_spec byte_cases[] = {SMALL, LARGE, BEYOND_INT};

const struct pmpp_case_spec cases_2[] = {SMALL, LARGE, MANY_OF_ONE, BEYOND_INT};

const struct pmpp_case_spec vector_cases[] = { // tasks that load 16 bytes at a time
    SMALL,
    {"n=5, 3 bytes behind a boundary", {5}, UNIFORM | OFF(3), BOTH}, // ends before the next
    {"n=16, 1 byte behind a boundary", {16}, UNIFORM | OFF(1), BOTH},
    {"n=31, 9 bytes behind a boundary, one bin", {31}, ONE_BIN | OFF(9), BOTH},
    {"n=4111, 8 bytes behind a boundary, picture", {4111}, PICTURE | OFF(8), BOTH},
    LARGE,
    {"n=2^28, picture", {1 << 28}, PICTURE, PMPP_TIMED},
    {"n=2^18+7, one bin", {(1 << 18) + 7}, ONE_BIN, GATED},
    MANY_OF_ONE,
    BEYOND_INT,
};

const struct pmpp_case_spec cases_3[] = {
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
    {"n=2^31+3, 1056 blocks", {(INT64_C(1) << 31) + 3, 1056}, UNIFORM, GPU | PMPP_LARGE, 3},
};

// size: n, bins, lower, width. The largest width for b bins is floor((2^32 - 1) / b).
enum { ALL = UINT32_MAX };

const struct pmpp_case_spec cases_5[] = {
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
    {"n=2^28, 65536 bins, Zipf", {1 << 28, 65536, 0, 65535}, ZIPF | U32, PMPP_FULL},
    {"n=2^28, 65536 bins, one bin", {1 << 28, 65536, 0, 65535}, ONE_BIN | U32, GPU | PMPP_FULL},
    {"floats, n=2^28, 256 bins, uniform", {1 << 28, 256, 0, 1000}, UNIFORM | F32, GPU | PMPP_TIMED},
    {"floats, n=2^28, 2048 bins, uniform", {1 << 28, 2048, 0, 1000}, UNIFORM | F32, PMPP_FULL},
};

#define TIMED_6(size, bins, width, flags, often)                                                                    \
  {size "n=2^28, uniform", {1 << 28, bins, 0, width}, UNIFORM | flags, GPU | PMPP_TIMED},                          \
  {size "n=2^28, Zipf", {1 << 28, bins, 0, width}, ZIPF | flags, PMPP_FULL},                                \
  {size "n=2^28, one bin", {1 << 28, bins, 0, width}, ONE_BIN | flags, GPU | often},                    \
  {size "n=2^28, sorted", {1 << 28, bins, 0, width}, SORTED | flags, PMPP_FULL},                            \
  {size "n=2^28, text", {1 << 28, bins, 0, width}, TEXT | flags, PMPP_FULL},                                \
  {size "n=2^28, picture", {1 << 28, bins, 0, width}, PICTURE | flags, PMPP_FULL}

const struct pmpp_case_spec cases_6[] = {
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
    MANY_OF_ONE,
    {"n=2^24+1, Zipf", {(1 << 24) + 1}, ZIPF, GPU},
    {"u32, n=2^24+1, 2048 bins, Zipf", {(1 << 24) + 1, 2048, 0, 2097151}, ZIPF | U32, GPU},
    TIMED_6("", 0, 0, 0, PMPP_TIMED),
    TIMED_6("256 bins, ", 256, 16777215, U32, PMPP_FULL),
    TIMED_6("2048 bins, ", 2048, 2097151, U32, PMPP_FULL),
    BEYOND_INT,
};

// A single byte of 255 looks like one that nobody wrote: n = 1 is not the first.
const struct pmpp_case_spec cases_7[] = {
    {"n=31", {31}, UNIFORM, BOTH}, {"n=33, text", {33}, TEXT, BOTH}, {"n=1", {1}, UNIFORM, BOTH},
    {"n=256, one value", {256}, ONE_BIN, BOTH}, {"n=257", {257}, UNIFORM, BOTH},
    {"n=1023, picture", {1023}, PICTURE, BOTH}, {"n=1025, only the last pixel is not 0", {1025}, LAST, BOTH},
    {"n=10007, Zipf", {10007}, ZIPF, BOTH}, {"n=70006, a grey value just below 200 1/2", {70006}, BETWEEN, BOTH},
    {"n=0", {0}, UNIFORM, BOTH},
    {"n=2^18+7, picture", {(1 << 18) + 7}, PICTURE, GATED},
    {"n=2^25+3, picture: 255 n needs more than 32 bits", {(1 << 25) + 3}, PICTURE, GPU},
    {"n=2^28, picture", {1 << 28}, PICTURE, GPU | PMPP_TIMED},
    {"n=2^31+3", {(INT64_C(1) << 31) + 3}, UNIFORM, GPU | PMPP_LARGE, 5},
};
// clang-format on
