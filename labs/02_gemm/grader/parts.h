// What the files of lab 02's grader use of each other.
#ifndef LAB_02_PARTS_H
#define LAB_02_PARTS_H

#include "grader/task.h"
#include "gemm.h"

// ---- cases ------------------------------------------------------------------------------------------------

enum variant {
  WHOLE,      // whole numbers -8..8 everywhere: every sum is exact, a missing or misplaced term always shows
  SHIFT,      // A[i][l] is 1 where l = i + 1, else 0; B[l][j] = 100 l + j: C tells which elements of B came
  REAL,       // uniform in [-1, 1)
  MAGNITUDES, // rows of A, columns of B and single elements of very different size
  WITH_INF, // positive, the last element of a row of A and of a column of B infinite: that row and column of C are
  FIRST_INF, // positive, A[0][0] and B[0][0] infinite: the first row and the first column of C are, nothing else is
  NAN_IN_C, // as WHOLE, but C holds NaN, and beta is 0
  TIMED,    // as REAL, but A repeats its first 61 rows with random signs, so that C is quickly computed
};

enum { PERIOD = 61 };
enum scale { PLAIN, ADD, SCALED, ONLY_C };
enum { M, N, K, SCALE }; // places in size

// ---- inputs -----------------------------------------------------------------------------------------------

enum { A, B, C }; // arguments

// cases.c
extern const struct pmpp_case_spec cases[39];
extern const struct pmpp_case_spec cases_2[40];
extern const struct pmpp_case_spec cases_8[41];
extern const struct pmpp_case_spec cases_10[36];

// inputs.c
float value(const struct pmpp_buf *b, int64_t i);
void make(struct pmpp_case *c);
void make_half(struct pmpp_case *c);

// golden.c
void golden(struct pmpp_case *c);
void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old_bits);

// mistakes.c
extern const struct pmpp_mistake mistakes[25];

// gates.c
extern const struct pmpp_gate gates_1[3];
extern const struct pmpp_gate gates_2[2];
extern const struct pmpp_gate gates_3[5];
extern const struct pmpp_gate gates_4[4];
extern const struct pmpp_gate gates_5[4];
extern const struct pmpp_gate gates_6[6];
extern const struct pmpp_gate gates_7[3];
extern const struct pmpp_gate gates_8[5];

// gates_tensor.c
extern const struct pmpp_gate gates_9[7];
extern const struct pmpp_gate gates_10[7];

#endif
