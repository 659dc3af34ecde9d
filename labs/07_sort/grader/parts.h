// What the files of lab 07's grader use of each other.
#ifndef LAB_07_PARTS_H
#define LAB_07_PARTS_H

#include "host_sort.h"
#include "grader/task.h"
#include "sort.h"

enum distribution {
  UNIFORM,    // all numbers
  ASCENDING,  // sorted already
  RISING,     // the same below 2^30: also as signed numbers and as floats
  DESCENDING, // sorted the wrong way round
  EQUAL,      // one number
  FEW,        // 0, 1, 2^31 - 1, 2^31, 2^32 - 2, 2^32 - 1 (and their like in 64 bits)
  LOW_BITS,   // only the lowest 8 bits differ
  HIGH_BITS,  // only the highest 8 bits differ
  LARGEST,    // nine in ten are 2^32 - 1, the largest
  THREE_AND,  // three random numbers and-ed: 0.54 of a random bit's entropy
  FIVE_AND,   // five: 0.2 of it, 0 is the most frequent digit
  SPECIAL,    // floats by their bits: NaNs, infinities, -0, subnormals, and numbers of all sizes
};

// ---- tasks 1 and 2: merging -------------------------------------------------------------------------------

enum { A, B, MERGED };

enum merge {
  MIXED,    // all keys; a and b lie among each other
  TIES,     // 8 different keys: long runs of ties inside a, inside b, and between them
  ALL_TIES, // one key
  A_FIRST,  // every key of a is below every key of b
  B_FIRST,
  TURNS,     // a, b, a, b, ...: b's i-th key equals a's
  BIG_KEYS,  // 2^31 - 1, 2^31 and 2^32 - 1: signed comparison or a sentinel would show
  UNALIGNED, // MIXED, and a and b begin 8 bytes behind a multiple of 256
};

// ---- tasks 3 to 6: sorting --------------------------------------------------------------------------------

enum element { U32, RECORDS, U64 };
enum { IN, SCRATCH, OUT }; // a sort's arguments

// ---- task 8: other keys -----------------------------------------------------------------------------------

enum key_type { FLOATS, FLOAT_BITS, INTS, SHORTS, BYTES };

// cases.c
extern const struct pmpp_case_spec merge_cases[22];
extern const struct pmpp_case_spec merge_sort_cases[37];
extern const struct pmpp_case_spec one_bit_cases[21];
extern const struct pmpp_case_spec four_bit_cases[21];
extern const struct pmpp_case_spec onesweep_cases[39];
extern const struct pmpp_case_spec bitonic_cases[22];
extern const struct pmpp_case_spec key_cases[33];
extern const struct pmpp_case_spec pair_cases[16];

// inputs.c
void make_merge(struct pmpp_case *c);
int64_t size_of(const struct pmpp_case *c);
bool is_wide(const struct pmpp_case *c);
void make_sort(struct pmpp_case *c);
void make_bitonic(struct pmpp_case *c);
void make_keys(struct pmpp_case *c);
bool is_small(const struct pmpp_case *c);
void make_pairs(struct pmpp_case *c);

// golden.c
void golden_merge(struct pmpp_case *c);
uint64_t patch_merge(const struct pmpp_case *c, int arg, int64_t i, uint64_t random);
void update_merge(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_sort(struct pmpp_case *c);
uint64_t patch_sort(const struct pmpp_case *c, int arg, int64_t i, uint64_t random);
void update_sort(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_bitonic(struct pmpp_case *c);
void update_bitonic(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_keys(struct pmpp_case *c);
uint64_t patch_keys(const struct pmpp_case *c, int arg, int64_t i, uint64_t random);
void update_keys(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_pairs(struct pmpp_case *c);
uint64_t patch_pairs(const struct pmpp_case *c, int arg, int64_t i, uint64_t random);
void update_pairs(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

#define EQUAL_KEYS                                                                                           \
  "the keys are in order, but equal keys have changed theirs: is a comparison strict on the wrong side, or " \
  "a step not stable?"

// mistakes.c
extern const struct pmpp_mistake merge_mistakes[4];
extern const struct pmpp_mistake sort_mistakes[13];
extern const struct pmpp_mistake bitonic_mistakes[8];

// mistakes_keys.c
extern const struct pmpp_mistake key_mistakes[12];
extern const struct pmpp_mistake pair_mistakes[2];

// gates_merge.c
extern const struct pmpp_gate gates_1[4];
extern const struct pmpp_gate gates_2[4];

// gates.c
extern const struct pmpp_gate gates_3[4];
extern const struct pmpp_gate gates_4[3];
extern const struct pmpp_gate gates_5[4];
extern const struct pmpp_gate gates_6[4];
extern const struct pmpp_gate gates_7[10];
extern const struct pmpp_gate gates_8[4];
extern const struct pmpp_gate gates_9[4];

#endif
