// Lab 01's cases: sizes, kinds of input, where they run.
#include "parts.h"

// ---- 1 to 4: c = a + b; size: n, then the task's own ------------------------------------------------------

// A gate that is missed by much is missed in seconds at the smaller gated size: the large one comes last.
// clang-format off
#define SIZES                                                                                                \
  {"n=0", {0}, UNIFORM, BOTH}, {"n=1", {1}, UNIFORM, BOTH}, {"n=31", {31}, UNIFORM, BOTH},                   \
  {"n=32", {32}, UNIFORM, BOTH}, {"n=33", {33}, UNIFORM, BOTH}, {"n=255", {255}, UNIFORM, BOTH},             \
  {"n=256", {256}, UNIFORM, BOTH}, {"n=257", {257}, UNIFORM, BOTH},                                          \
  {"n=1023, whole numbers", {1023}, WHOLE, BOTH}, {"n=1023, special values", {1023}, SPECIAL, BOTH},         \
  {"n=10007, a prime", {10007}, UNIFORM, BOTH | PMPP_GATED}
// clang-format on

const struct pmpp_case_spec cases_1[] = {
    SIZES,
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^50: answer cudaErrorMemoryAllocation (2)", {0, INT64_C(1) << 50}, UNIFORM, BOTH},
    // The emulated device has 4 GiB.
    {"n=600000000: room for one array only, answer 2", {0, 600000000}, UNIFORM, PMPP_ON_EMU},
    {"n=2^24+1", {(1 << 24) + 1}, UNIFORM, PMPP_ON_GPU},
    {"n=2^22", {1 << 22}, UNIFORM, PMPP_TIMED},
    {"n=2^26", {1 << 26}, UNIFORM, PMPP_TIMED},
};

const struct pmpp_case_spec cases_2[] = {
    SIZES,
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^24+1", {(1 << 24) + 1}, UNIFORM, PMPP_ON_GPU},
    {"n=2^28", {1 << 28}, UNIFORM, PMPP_FULL},
    {"n=2^26", {1 << 26}, UNIFORM, PMPP_ON_GPU | PMPP_TIMED},
};

const struct pmpp_case_spec cases_3[] = {
    {"n=0, 1 block", {0, 1}, UNIFORM, BOTH},
    {"n=1, 1 block", {1, 1}, UNIFORM, BOTH},
    {"n=33, 1 block", {33, 1}, UNIFORM, BOTH},
    {"n=256, 2 blocks", {256, 2}, UNIFORM, BOTH},
    {"n=257, 1 block", {257, 1}, UNIFORM, BOTH},
    {"n=1023, 3 blocks", {1023, 3}, WHOLE, BOTH},
    {"n=1023, 1000 blocks", {1023, 1000}, UNIFORM, BOTH},
    {"n=1023, 2 blocks, special values", {1023, 2}, SPECIAL, BOTH},
    {"n=10007, a prime, 5 blocks", {10007, 5}, UNIFORM, BOTH | PMPP_GATED},
    {"n=2^20+3, 8 blocks", {(1 << 20) + 3, 8}, UNIFORM, GATED},
    {"n=2^24+1, 1056 blocks", {(1 << 24) + 1, 1056}, UNIFORM, PMPP_ON_GPU},
    // 1056 blocks: 8 for each of an H200's 132 multiprocessors
    {"n=2^28, 1056 blocks", {1 << 28, 1056}, UNIFORM, PMPP_FULL},
    {"n=2^26, 1056 blocks", {1 << 26, 1056}, UNIFORM, PMPP_ON_GPU | PMPP_TIMED},
};

const struct pmpp_case_spec cases_4[] = {
    SIZES,
    {"n=1, 4 bytes past a boundary", {1, 4, 4, 4}, UNIFORM, BOTH},
    {"n=2, 4 bytes past a boundary", {2, 4, 4, 4}, UNIFORM, BOTH},
    {"n=3, 8 bytes past a boundary", {3, 8, 8, 8}, UNIFORM, BOTH},
    {"n=5, 12 bytes past a boundary", {5, 12, 12, 12}, UNIFORM, BOTH},
    {"n=1025, 4 bytes past a boundary", {1025, 4, 4, 4}, UNIFORM, BOTH},
    {"n=1023, 8 bytes past a boundary", {1023, 8, 8, 8}, WHOLE, BOTH},
    {"n=1022, 12 bytes past a boundary", {1022, 12, 12, 12}, SPECIAL, BOTH},
    {"n=1023, only b off by 8 bytes", {1023, 0, 8, 0}, UNIFORM, BOTH},
    {"n=1023, only c off by 4 bytes", {1023, 0, 0, 4}, UNIFORM, BOTH},
    {"n=10007, off by 4, 8 and 12 bytes", {10007, 4, 8, 12}, UNIFORM, BOTH},
    {"n=2^16+6, 4 bytes past a boundary", {(1 << 16) + 6, 4, 4, 4}, UNIFORM, GATED},
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^24+1, 8 bytes past a boundary", {(1 << 24) + 1, 8, 8, 8}, UNIFORM, PMPP_ON_GPU},
    {"n=2^20", {1 << 20}, UNIFORM, PMPP_FULL},
    {"n=2^22", {1 << 22}, UNIFORM, PMPP_FULL},
    {"n=2^24", {1 << 24}, UNIFORM, PMPP_FULL},
    {"n=2^28", {1 << 28}, UNIFORM, PMPP_FULL},
    {"n=2^26", {1 << 26}, UNIFORM, PMPP_ON_GPU | PMPP_TIMED},
};

// ---- 5: RGB to gray; size: width, height ------------------------------------------------------------------

const struct pmpp_case_spec cases_5[] = {
    {"0 x 5", {0, 5}, UNIFORM, BOTH},
    {"5 x 0", {5, 0}, UNIFORM, BOTH},
    {"1 x 1", {1, 1}, UNIFORM, BOTH},
    {"37 x 1", {37, 1}, UNIFORM, BOTH},
    {"1 x 37", {1, 37}, UNIFORM, BOTH},
    {"16 x 16", {16, 16}, UNIFORM, BOTH},
    {"17 x 31", {17, 31}, UNIFORM, BOTH},
    {"33 x 64", {33, 64}, UNIFORM, BOTH},
    {"64 x 33, only 0 and 255", {64, 33}, SPECIAL, BOTH},
    {"1920 x 1", {1920, 1}, UNIFORM, BOTH},
    {"1 x 1080", {1, 1080}, UNIFORM, BOTH},
    {"255 x 257", {255, 257}, UNIFORM, BOTH},
    {"1021 x 1031", {1021, 1031}, UNIFORM, GATED},
    {"4099 x 4097", {4099, 4097}, UNIFORM, PMPP_ON_GPU},
    {"16384 x 16384", {16384, 16384}, UNIFORM, PMPP_TIMED},
};

// ---- 6: y = relu(x + 1); size: n, bytes past a boundary ---------------------------------------------------

const struct pmpp_case_spec cases_6[] = {
    SIZES,
    {"n=1023, 4 bytes past a boundary", {1023, 4}, UNIFORM, BOTH},
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^24+1", {(1 << 24) + 1}, UNIFORM, PMPP_ON_GPU},
    {"n=2^28", {1 << 28}, UNIFORM, PMPP_FULL},
    {"n=2^26", {1 << 26}, UNIFORM, PMPP_ON_GPU | PMPP_TIMED},
};

// ---- 7: kinetic energy; size: n ---------------------------------------------------------------------------

const struct pmpp_case_spec cases_7[] = {
    SIZES,
    {"n=2^20+3", {(1 << 20) + 3}, UNIFORM, GATED},
    {"n=2^24+1", {(1 << 24) + 1}, UNIFORM, PMPP_ON_GPU},
    {"n=2^26", {1 << 26}, UNIFORM, PMPP_TIMED},
};
