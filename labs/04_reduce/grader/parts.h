// What the files of lab 04's grader use of each other.
#ifndef LAB_04_PARTS_H
#define LAB_04_PARTS_H

#include "grader/task.h"
#include "reduce.h"

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

// cases.c
extern const struct pmpp_case_spec tree_cases[24];
extern const struct pmpp_case_spec multi_block_cases[42];

// inputs.c
void make(struct pmpp_case *c);

// golden.c
void golden(struct pmpp_case *c);
void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old_bits);

// mistakes.c
extern const struct pmpp_mistake sequential_mistakes[2];

// gates.c
extern const struct pmpp_gate gates_1[6];
extern const struct pmpp_gate gates_2[6];
extern const struct pmpp_gate gates_3[7];
extern const struct pmpp_gate gates_4[8];
extern const struct pmpp_gate gates_5[9];
extern const struct pmpp_gate gates_6[12];
extern const struct pmpp_gate gates_7[11];

#endif
