// What the files of lab 05's grader use of each other.
#ifndef LAB_05_PARTS_H
#define LAB_05_PARTS_H

#include "grader/task.h"
#include "scan.h"

// ---- cases of the scans -----------------------------------------------------------------------------------

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

// ---- task 8: compaction -----------------------------------------------------------------------------------

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

// ---- task 9: row pointers ---------------------------------------------------------------------------------

enum rows {
  ANY,       // each row as likely as any other
  SORTED,    // in the order of their rows
  BACKWARDS, // last row first
  HALF_IN_1, // half of the entries in row 1
  LAST_ROW,  // all in the last row
  EVEN_ROWS, // none in rows 1, 3, 5, ...
};

// cases.c
extern const struct pmpp_case_spec tile_cases[21];
extern const struct pmpp_case_spec three_phase_cases[24];
extern const struct pmpp_case_spec look_back_cases[49];
extern const struct pmpp_case_spec compaction_cases[25];
extern const struct pmpp_case_spec csr_cases[18];

// inputs.c
void make_tiles(struct pmpp_case *c);
void make_three_phase(struct pmpp_case *c);
void make_look_back(struct pmpp_case *c);
void make_compaction(struct pmpp_case *c);
void make_csr(struct pmpp_case *c);

// golden.c
void golden_inclusive(struct pmpp_case *c);
void golden_exclusive(struct pmpp_case *c);
void update_inclusive(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void update_exclusive(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_whole(struct pmpp_case *c);
void golden_compaction(struct pmpp_case *c);
void golden_csr(struct pmpp_case *c);

// mistakes.c
extern const struct pmpp_mistake inclusive_mistakes[4];
extern const struct pmpp_mistake exclusive_mistakes[4];
extern const struct pmpp_mistake whole_mistakes[9];
extern const struct pmpp_mistake compaction_mistakes[1];
extern const struct pmpp_mistake csr_mistakes[1];

// gates.c
extern const struct pmpp_gate gates_1[9];
extern const struct pmpp_gate gates_2[9];
extern const struct pmpp_gate gates_3[8];
extern const struct pmpp_gate gates_4[8];
extern const struct pmpp_gate gates_5[9];

// gates_whole.c
extern const struct pmpp_gate gates_6[5];
extern const struct pmpp_gate gates_7[6];
extern const struct pmpp_gate gates_8[5];

// gates_csr.c
extern const struct pmpp_gate gates_9[4];

#endif
