// What the files of lab 08's grader about SpMV use of each other.
#ifndef LAB_08_SPMV_H
#define LAB_08_SPMV_H

#include "grader/task.h"

enum spmv_shape {
  SPMV_UNIFORM,      // size: rows, columns, nonzeros
  SPMV_RMAT,         // scale, -, nonzeros: 2^scale rows and columns
  SPMV_GRID,         // width, height
  SPMV_CHAIN,        // rows
  SPMV_STAR,         // rows
  SPMV_DISCONNECTED, // rows
  SPMV_EMPTY_ROWS,   // rows, columns, nonzeros, step
  SPMV_DENSE_ROW,    // rows, columns, nonzeros besides the dense row, the dense row
  SPMV_FROM_FILE,
  SPMV_MESH,    // side
  SPMV_ROAD,    // width, height
  SPMV_CIRCUIT, // rows
  SPMV_WEB,     // rows
  SPMV_PROGRAM, // rows, columns
  SPMV_SHAPES = 15,
  SPMV_REAL =
      16, // values and x uniform in [-1, 1); else odd whole numbers from -7 to 7, whose sums are exact
  SPMV_SHIFTED = 32,   // every array begins 4 bytes behind a boundary of 256
  SPMV_NOT_A_NUM = 64, // one element of x is NaN and one is infinite
};

enum spmv_format { COO, CSR, ELL, JDS, HYB };

// Where a case's buffers are, by format; x, plan and scratch (of task 7 alone) and y are the last ones.
enum { COO_ROW, COO_COLUMN, COO_VALUE };
enum { CSR_OFFSET, CSR_COLUMN, CSR_VALUE };
enum { ELL_COLUMN, ELL_VALUE };
enum { JDS_START, JDS_PERMUTATION, JDS_COLUMN, JDS_VALUE };
enum { HYB_COLUMN, HYB_VALUE, HYB_REST_ROW, HYB_REST_COLUMN, HYB_REST_VALUE };
enum { SPMV_ROWS, SPMV_COLUMNS, SPMV_NONZEROS, SPMV_WIDTH, SPMV_FORMAT, SPMV_X, SPMV_Y }; // of param

// spmv_cases.c
extern const struct pmpp_case_spec spmv_ell_cases[24];
extern const struct pmpp_case_spec spmv_cases[28];
extern const struct pmpp_case_spec spmv_merge_cases[64];

// spmv_inputs.c
void spmv_make_coo(struct pmpp_case *c);
void spmv_make_csr(struct pmpp_case *c);
void spmv_make_ell(struct pmpp_case *c);
void spmv_make_jds(struct pmpp_case *c);
void spmv_make_hyb(struct pmpp_case *c);
void spmv_make_merge(struct pmpp_case *c);

// spmv_entries.c
struct spmv_entry {
  int64_t row, column; // row -1: padding
  float value;
};

const int32_t *spmv_ints(const struct pmpp_case *c, int arg);
// What stands at place k of the value array `arg`; row -1 where that is no array of values, or padding.
struct spmv_entry spmv_at(const struct pmpp_case *c, int arg, int64_t k);

// spmv_golden.c
void spmv_golden(struct pmpp_case *c);
uint64_t spmv_patch(const struct pmpp_case *c, int arg, int64_t i, uint64_t random);
void spmv_update(struct pmpp_case *c, int arg, int64_t i, uint64_t old_bits);

// spmv_mistakes.c
extern const struct pmpp_mistake csr_mistakes[4];
extern const struct pmpp_mistake coo_mistakes[2];
extern const struct pmpp_mistake ell_mistakes[2];
extern const struct pmpp_mistake jds_mistakes[1];
extern const struct pmpp_mistake hyb_mistakes[2];
extern const struct pmpp_mistake merge_mistakes[4];

// spmv_gates.c
extern const struct pmpp_gate spmv_gates_1[4];
extern const struct pmpp_gate spmv_gates_2[4];
extern const struct pmpp_gate spmv_gates_3[4];
extern const struct pmpp_gate spmv_gates_4[4];
extern const struct pmpp_gate spmv_gates_5[5];
extern const struct pmpp_gate spmv_gates_6[3];
extern const struct pmpp_gate spmv_gates_7[5];

#endif
