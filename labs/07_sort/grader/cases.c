// Lab 07's cases: sizes, kinds of input, where they run.
#include "parts.h"

enum { EMU = PMPP_ON_EMU, GPU = PMPP_ON_GPU, BOTH = EMU | GPU };

// ---- tasks 1 and 2: merging -------------------------------------------------------------------------------

#define MERGE(label, m, n, kind, where)                                                                      \
  { label, {m, n}, kind, where }

const struct pmpp_case_spec merge_cases[] = {
    MERGE("m=1, n=1", 1, 1, MIXED, BOTH),
    MERGE("m=2, n=3, one key", 2, 3, ALL_TIES, BOTH),
    MERGE("m=31, n=2", 31, 2, MIXED, BOTH),
    MERGE("m=33, n=33, taking turns", 33, 33, TURNS, BOTH),
    MERGE("m=100, n=101, 8 keys", 100, 101, TIES, BOTH),
    MERGE("m=0, n=17", 0, 17, MIXED, BOTH),
    MERGE("m=17, n=0", 17, 0, MIXED, BOTH),
    MERGE("m=1000, n=24", 1000, 24, MIXED, BOTH),
    MERGE("m=2305, n=2303, one key", 2305, 2303, ALL_TIES, BOTH),
    MERGE("m=4099, n=4099, all of a first", 4099, 4099, A_FIRST, BOTH),
    MERGE("m=4099, n=4099, all of b first", 4099, 4099, B_FIRST, BOTH),
    MERGE("m=5003, n=4001, taking turns", 5003, 4001, TURNS, BOTH),
    MERGE("m=3001, n=6007, 8 keys", 3001, 6007, TIES, BOTH),
    MERGE("m=3001, n=1009, keys from 2^31 on", 3001, 1009, BIG_KEYS, BOTH),
    MERGE("m=1, n=10007", 1, 10007, MIXED, BOTH),
    MERGE("m=6001, n=5001, a and b at odd addresses", 6001, 5001, UNALIGNED, BOTH),
    MERGE("m=0, n=0", 0, 0, MIXED, BOTH),
    MERGE("m=40000, n=25543", 40000, 25543, MIXED, BOTH | PMPP_GATED),
    MERGE("m=2^23, n=2^24+1, 8 keys", 1 << 23, (1 << 24) + 1, TIES, GPU),
    {"m=2^27+1, n=2^27", {(1 << 27) + 1, 1 << 27}, MIXED, GPU | PMPP_LARGE, 5}, // out has 2^31 + 8 bytes
    MERGE("m=2^26, n=2^26", 1 << 26, 1 << 26, MIXED, GPU | PMPP_FULL),
    MERGE("m=2^25, n=2^25", 1 << 25, 1 << 25, MIXED, PMPP_TIMED),
};

// ---- tasks 3 to 6: sorting --------------------------------------------------------------------------------

#define SORT(label, n, distribution, where)                                                                  \
  { label, {n, U32}, distribution, where }

#define WIDE(label, n, element, distribution, where)                                                         \
  { label, {n, element}, distribution, where }

// The smallest case that shows a fault should be the first to fail. n = 0 shows little and comes late.
#define SMALL_CASES                                                                                          \
  SORT("n=1", 1, UNIFORM, BOTH), SORT("n=2, descending", 2, DESCENDING, BOTH),                               \
      SORT("n=31", 31, UNIFORM, BOTH), SORT("n=33", 33, UNIFORM, BOTH), SORT("n=256", 256, UNIFORM, BOTH),   \
      SORT("n=257", 257, UNIFORM, BOTH), SORT("n=1023", 1023, UNIFORM, BOTH),                                \
      SORT("n=1025, descending", 1025, DESCENDING, BOTH), SORT("n=2305", 2305, UNIFORM, BOTH),               \
      SORT("n=3001, nine in ten are 2^32 - 1", 3001, LARGEST, BOTH), SORT("n=0", 0, UNIFORM, BOTH)

#define OTHER_CASES                                                                                          \
  SORT("n=5003, one number", 5003, EQUAL, BOTH), SORT("n=5003, ascending", 5003, ASCENDING, BOTH),           \
      SORT("n=5003, six numbers", 5003, FEW, BOTH),                                                          \
      SORT("n=5003, only the lowest 8 bits differ", 5003, LOW_BITS, BOTH),                                   \
      SORT("n=5003, only the highest 8 bits differ", 5003, HIGH_BITS, BOTH)

#define GPU_CASES                                                                                            \
  SORT("n=2^24+1", (1 << 24) + 1, UNIFORM, GPU),                                                             \
      SORT("n=2^24+1, five numbers and-ed", (1 << 24) + 1, FIVE_AND, GPU)

const struct pmpp_case_spec merge_sort_cases[] = {
    SMALL_CASES,
    OTHER_CASES,
    SORT("n=20011, descending", 20011, DESCENDING, BOTH),
    SORT("n=36007, nine in ten are 2^32 - 1", 36007, LARGEST, BOTH),
    WIDE("records, n=1", 1, RECORDS, UNIFORM, BOTH),
    WIDE("records, n=9, one key", 9, RECORDS, EQUAL, BOTH),
    WIDE("records, n=257, six keys", 257, RECORDS, FEW, BOTH),
    WIDE("records, n=4609, one key", 4609, RECORDS, EQUAL, BOTH),
    WIDE("records, n=10007, six keys", 10007, RECORDS, FEW, BOTH),
    WIDE("records, n=5003, nine in ten are 2^32 - 1", 5003, RECORDS, LARGEST, BOTH),
    WIDE("records, n=0", 0, RECORDS, UNIFORM, BOTH),
    SORT("n=2^16+7", (1 << 16) + 7, UNIFORM, BOTH | PMPP_GATED),
    GPU_CASES,
    WIDE("records, n=2^24+1, six keys", (1 << 24) + 1, RECORDS, FEW, GPU),
    {"n=2^29", {1 << 29, U32}, UNIFORM, GPU | PMPP_LARGE, 11},
    SORT("n=2^28, five numbers and-ed", 1 << 28, FIVE_AND, GPU | PMPP_LARGE | PMPP_FULL),
    SORT("n=2^28", 1 << 28, UNIFORM, GPU | PMPP_FULL),
    // 2^13, 17 x 2^10, 9 x 2^10: whole runs, whose number is a power of 2
    SORT("n=2^13", 1 << 13, UNIFORM, BOTH),
    SORT("n=17408", 17408, UNIFORM, BOTH),
    WIDE("records, n=9216, six keys", 9216, RECORDS, FEW, BOTH),
    SORT("n=2^16+7, ascending", (1 << 16) + 7, ASCENDING, BOTH | PMPP_GATED | PMPP_UNLISTED),
    SORT("n=2^26", 1 << 26, UNIFORM, GPU | PMPP_TIMED),
};

const struct pmpp_case_spec one_bit_cases[] = {
    SMALL_CASES,
    OTHER_CASES,
    SORT("n=2^14+7", (1 << 14) + 7, UNIFORM, BOTH | PMPP_GATED),
    GPU_CASES,
    SORT("n=2^26", 1 << 26, UNIFORM, GPU | PMPP_TIMED),
    SORT("n=2^14+7, ascending", (1 << 14) + 7, ASCENDING, BOTH | PMPP_GATED),
};

const struct pmpp_case_spec four_bit_cases[] = {
    SMALL_CASES,
    OTHER_CASES,
    SORT("n=2^16+7", (1 << 16) + 7, UNIFORM, BOTH | PMPP_GATED),
    GPU_CASES,
    SORT("n=2^26", 1 << 26, UNIFORM, GPU | PMPP_TIMED),
    SORT("n=2^16+7, ascending", (1 << 16) + 7, ASCENDING, BOTH | PMPP_GATED),
};

const struct pmpp_case_spec onesweep_cases[] = {
    SMALL_CASES,
    SORT("n=6145", 6145, UNIFORM, BOTH),
    OTHER_CASES,
    SORT("n=20011, five numbers and-ed", 20011, FIVE_AND, BOTH),
    SORT("n=36007, nine in ten are 2^32 - 1", 36007, LARGEST, BOTH),
    SORT("n=90001, one number", 90001, EQUAL, BOTH),
    WIDE("64 bits, n=1", 1, U64, UNIFORM, BOTH),
    WIDE("64 bits, n=33", 33, U64, UNIFORM, BOTH),
    WIDE("64 bits, n=0", 0, U64, UNIFORM, BOTH),
    WIDE("64 bits, n=1025, descending", 1025, U64, DESCENDING, BOTH),
    WIDE("64 bits, n=5003, six numbers", 5003, U64, FEW, BOTH),
    WIDE("64 bits, n=10007", 10007, U64, UNIFORM, BOTH),
    SORT("n=2^17+7", (1 << 17) + 7, UNIFORM, BOTH | PMPP_GATED),
    GPU_CASES,
    SORT("n=2^26, one number", 1 << 26, EQUAL, GPU),
    {"n=2^29", {1 << 29, U32}, UNIFORM, GPU | PMPP_LARGE, 11},
    WIDE("64 bits, n=2^24+1", (1 << 24) + 1, U64, UNIFORM, GPU),
    WIDE("64 bits, n=2^26", 1 << 26, U64, UNIFORM, GPU | PMPP_TIMED),
    SORT("n=2^28, three numbers and-ed", 1 << 28, THREE_AND, GPU | PMPP_LARGE | PMPP_FULL),
    SORT("n=2^28, five numbers and-ed", 1 << 28, FIVE_AND, GPU | PMPP_LARGE | PMPP_FULL),
    SORT("n=2^28", 1 << 28, UNIFORM, GPU | PMPP_FULL),
    SORT("n=2^26", 1 << 26, UNIFORM, GPU | PMPP_TIMED),
    SORT("n=70003", 70003, UNIFORM, BOTH), // so many tiles that some look back past several
    SORT("n=2^16+7, ascending", (1 << 16) + 7, ASCENDING, BOTH | PMPP_GATED | PMPP_UNLISTED),
};

// ---- task 7: tiles, and the k largest ---------------------------------------------------------------------

#define TOP_K(label, n, k, distribution, where)                                                              \
  { label, {n, k}, distribution, where }
#define TILES(label, n, distribution, where) TOP_K(label, n, 0, distribution, where)

const struct pmpp_case_spec bitonic_cases[] = {
    TILES("n=1", 1, UNIFORM, BOTH),
    TILES("n=2, descending", 2, DESCENDING, BOTH),
    TILES("n=33", 33, UNIFORM, BOTH),
    TILES("n=1000", 1000, UNIFORM, BOTH),
    TILES("n=1024", 1024, UNIFORM, BOTH),
    TILES("n=1025", 1025, UNIFORM, BOTH),
    TILES("n=3001, descending", 3001, DESCENDING, BOTH),
    TILES("n=3001, six numbers, INT_MIN and INT_MAX among them", 3001, FEW, BOTH),
    TILES("n=0", 0, UNIFORM, BOTH),
    TOP_K("largest 1 of 1", 1, 1, UNIFORM, BOTH),
    TOP_K("largest 5 of 33", 33, 5, UNIFORM, BOTH),
    TOP_K("largest 128 of 128", 128, 128, UNIFORM, BOTH),
    TOP_K("largest 100 of 1030, ascending", 1030, 100, ASCENDING, BOTH),
    TOP_K("largest 7 of 5003, six numbers", 5003, 7, FEW, BOTH),
    TOP_K("largest 128 of 10007, descending", 10007, 128, DESCENDING, BOTH),
    TOP_K("largest 128 of 20011", 20011, 128, UNIFORM, BOTH),
    TOP_K("largest 32 of 2^16+7", (1 << 16) + 7, 32, UNIFORM, BOTH | PMPP_GATED),
    TILES("n=2^16+7", (1 << 16) + 7, UNIFORM, BOTH | PMPP_GATED),
    TILES("n=2^16+7, ascending", (1 << 16) + 7, ASCENDING, BOTH | PMPP_GATED | PMPP_UNLISTED),
    TOP_K("largest 128 of 2^24+1", (1 << 24) + 1, 128, FIVE_AND, GPU),
    TOP_K("largest 32 of 2^26", 1 << 26, 32, UNIFORM, GPU | PMPP_TIMED),
    TILES("n=2^26", 1 << 26, UNIFORM, GPU | PMPP_TIMED),
};

// ---- task 8: other keys -----------------------------------------------------------------------------------

#define KEYS(label, n, type, distribution, where)                                                            \
  { label, {n, type}, distribution, where }

const struct pmpp_case_spec key_cases[] = {
    KEYS("n=1", 1, FLOATS, UNIFORM, BOTH),
    KEYS("n=33", 33, FLOATS, UNIFORM, BOTH),
    KEYS("n=1025", 1025, FLOATS, UNIFORM, BOTH),
    KEYS("n=5003, NaN, infinities, -0, subnormals; by their bits", 5003, FLOAT_BITS, SPECIAL, BOTH),
    KEYS("n=7000, NaN, infinities, -0, subnormals; by their bits", 7000, FLOAT_BITS, SPECIAL, BOTH),
    KEYS("n=0", 0, FLOATS, UNIFORM, BOTH),
    KEYS("int, n=1", 1, INTS, UNIFORM, BOTH),
    KEYS("int, n=33", 33, INTS, UNIFORM, BOTH),
    KEYS("int, n=1025, descending", 1025, INTS, DESCENDING, BOTH),
    KEYS("int, n=5003, six numbers, INT_MIN and INT_MAX among them", 5003, INTS, FEW, BOTH),
    KEYS("int, n=10007, nine in ten are INT_MAX", 10007, INTS, LARGEST, BOTH),
    KEYS("int, n=0", 0, INTS, UNIFORM, BOTH),
    KEYS("16 bits, n=1", 1, SHORTS, UNIFORM, BOTH),
    KEYS("16 bits, n=33", 33, SHORTS, UNIFORM, BOTH),
    KEYS("16 bits, n=1025, descending", 1025, SHORTS, DESCENDING, BOTH),
    KEYS("16 bits, n=5003, six numbers", 5003, SHORTS, FEW, BOTH),
    KEYS("16 bits, n=10007", 10007, SHORTS, UNIFORM, BOTH),
    KEYS("16 bits, n=0", 0, SHORTS, UNIFORM, BOTH),
    KEYS("16 bits, n=2^17+9, nine in ten are 65535", (1 << 17) + 9, SHORTS, LARGEST, BOTH),
    KEYS("8 bits, n=1", 1, BYTES, UNIFORM, BOTH),
    KEYS("8 bits, n=33", 33, BYTES, UNIFORM, BOTH),
    KEYS("8 bits, n=1025, descending", 1025, BYTES, DESCENDING, BOTH),
    KEYS("8 bits, n=10007, six numbers", 10007, BYTES, FEW, BOTH),
    KEYS("8 bits, n=70003", 70003, BYTES, UNIFORM, BOTH),
    KEYS("8 bits, n=0", 0, BYTES, UNIFORM, BOTH),
    KEYS("n=2^16+7", (1 << 16) + 7, FLOATS, UNIFORM, BOTH | PMPP_GATED),
    KEYS("n=2^16+7, ascending", (1 << 16) + 7, FLOATS, RISING, BOTH | PMPP_GATED | PMPP_UNLISTED),
    KEYS("n=2^24+1, NaN, infinities, -0, subnormals; by their bits", (1 << 24) + 1, FLOAT_BITS, SPECIAL, GPU),
    KEYS("int, n=2^24+1", (1 << 24) + 1, INTS, UNIFORM, GPU),
    KEYS("16 bits, n=2^28+5, one number", (1 << 28) + 5, SHORTS, EQUAL, GPU | PMPP_LARGE),
    KEYS("16 bits, n=2^28", 1 << 28, SHORTS, UNIFORM, GPU | PMPP_FULL),
    KEYS("8 bits, n=2^28", 1 << 28, BYTES, UNIFORM, GPU | PMPP_FULL),
    KEYS("n=2^26, by their bits", 1 << 26, FLOAT_BITS, UNIFORM, GPU | PMPP_TIMED),
};

// ---- task 9: keys and values ------------------------------------------------------------------------------

#define PAIRS(label, n, distribution, where)                                                                 \
  { label, {n}, distribution, where }

const struct pmpp_case_spec pair_cases[] = {
    PAIRS("n=1", 1, UNIFORM, BOTH),
    PAIRS("n=4, one key", 4, EQUAL, BOTH),
    PAIRS("n=33", 33, UNIFORM, BOTH),
    PAIRS("n=257, six keys", 257, FEW, BOTH),
    PAIRS("n=1025, descending", 1025, DESCENDING, BOTH),
    PAIRS("n=3001, nine in ten are 2^32 - 1", 3001, LARGEST, BOTH),
    PAIRS("n=5003, one key", 5003, EQUAL, BOTH),
    PAIRS("n=5003, only the lowest 8 bits of keys differ", 5003, LOW_BITS, BOTH),
    PAIRS("n=5003, only the highest 8 bits of keys differ", 5003, HIGH_BITS, BOTH),
    PAIRS("n=20011, six keys", 20011, FEW, BOTH),
    PAIRS("n=0", 0, UNIFORM, BOTH),
    PAIRS("n=2^16+7", (1 << 16) + 7, UNIFORM, BOTH | PMPP_GATED),
    PAIRS("n=2^16+7, ascending", (1 << 16) + 7, ASCENDING, BOTH | PMPP_GATED | PMPP_UNLISTED),
    PAIRS("n=2^24+1, six keys", (1 << 24) + 1, FEW, GPU),
    PAIRS("n=2^27", 1 << 27, UNIFORM, GPU | PMPP_FULL),
    PAIRS("n=2^26", 1 << 26, UNIFORM, GPU | PMPP_TIMED),
};
