// Lab 08's cases for SpMV.
#include "spmv.h"

#define MATRIX(label, shape, a, b, c, d, where)                                                              \
  { label, {a, b, c, d}, SPMV_##shape, where }
#define SPMV_BOTH  (PMPP_ON_EMU | PMPP_ON_GPU)
#define SPMV_GATED (SPMV_BOTH | PMPP_GATED)

// The smallest case that shows a fault should be the first to fail.
#define SPMV_SMALL                                                                                           \
  MATRIX("1 x 1", UNIFORM, 1, 1, 1, 0, SPMV_BOTH),                                                           \
      MATRIX("1 x 9, one row of 40", UNIFORM, 1, 9, 40, 0, SPMV_BOTH),                                       \
      MATRIX("one column, 300 rows", UNIFORM, 300, 1, 900, 0, SPMV_BOTH),                                    \
      MATRIX("33 rows, 65 columns", UNIFORM, 33, 65, 200, 0, SPMV_BOTH),                                     \
      MATRIX("257 rows, two or three a row", GRID, 257, 1, 0, 0, SPMV_BOTH),                                 \
      MATRIX("no nonzero, 70 rows", UNIFORM, 70, 30, 0, 0, SPMV_BOTH),                                       \
      MATRIX("empty rows: 6 in 7, and the last quarter", EMPTY_ROWS, 1003, 97, 3000, 7, SPMV_BOTH),          \
      MATRIX("grid, 23 x 41", GRID, 23, 41, 0, 0, SPMV_BOTH),                                                \
      MATRIX("chain, 601 rows", CHAIN, 601, 0, 0, 0, SPMV_BOTH),                                             \
      MATRIX("chains and stars with rows between them that are empty", DISCONNECTED, 500, 0, 0, 0,           \
             SPMV_BOTH)
#define SPMV_OTHER                                                                                           \
  MATRIX("300 rows of 700, one of them dense", DENSE_ROW, 300, 700, 1200, 131, SPMV_BOTH),                   \
      MATRIX("real numbers, 501 rows", UNIFORM | SPMV_REAL, 501, 499, 5003, 0, SPMV_BOTH),                   \
      MATRIX("real numbers, R-MAT, 512 rows", RMAT | SPMV_REAL, 9, 0, 5003, 0, SPMV_BOTH),                   \
      MATRIX("every array 4 bytes behind a boundary", UNIFORM | SPMV_SHIFTED, 311, 307, 4001, 0, SPMV_BOTH), \
      MATRIX("an element of x is NaN, one infinite", UNIFORM | SPMV_NOT_A_NUM, 311, 307, 1501, 0,            \
             SPMV_BOTH),                                                                                     \
      MATRIX("no rows", UNIFORM, 0, 5, 0, 0, SPMV_BOTH),                                                     \
      MATRIX("no columns", UNIFORM, 40, 0, 0, 0, SPMV_BOTH)
#define SPMV_LONG_ROWS                                                                                       \
  MATRIX("3 rows, 5000 nonzeros each", UNIFORM, 3, 5003, 15001, 0, SPMV_BOTH),                               \
      MATRIX("star, 1501 rows", STAR, 1501, 0, 0, 0, SPMV_BOTH)
#define SPMV_UNIFORM_GATED MATRIX("uniform, 600 rows, 24 a row", UNIFORM, 600, 700, 14400, 0, SPMV_GATED)
// Rows enough that they must be shared among many blocks (judge/gate.c).
#define SPMV_MANY_GATED                                                                                      \
  MATRIX("uniform, 16411 rows, 4 a row", UNIFORM, 16411, 4001, 65600, 0, SPMV_GATED | PMPP_UNLISTED)
#define SPMV_RMAT_GATED MATRIX("R-MAT, 1024 rows, 16 a row", RMAT, 10, 0, 16384, 0, SPMV_GATED)
#define SPMV_LARGE                                                                                           \
  MATRIX("uniform, 2^20 rows, 2^24 nonzeros", UNIFORM, 1 << 20, 1 << 20, 1 << 24, 0,                         \
         PMPP_ON_GPU | PMPP_TIMED),                                                                          \
      MATRIX("grid, 1999 x 2001", GRID, 1999, 2001, 0, 0, PMPP_ON_GPU)
#define SPMV_LARGE_UNEVEN                                                                                    \
  MATRIX("R-MAT, 2^20 rows, 2^24 nonzeros", RMAT, 20, 0, 1 << 24, 0, PMPP_ON_GPU | PMPP_TIMED),              \
      MATRIX("star, 2^21 rows", STAR, 1 << 21, 0, 0, 0, PMPP_ON_GPU)

#define SPMV_UNIFORM_TIMED                                                                                   \
  MATRIX("uniform, 2^22 rows, 16 a row", UNIFORM, 1 << 22, 1 << 22, 1 << 26, 0, PMPP_FULL)
#define SPMV_RMAT_TIMED                                                                                      \
  MATRIX("R-MAT, 2^22 rows, 16 a row", RMAT, 22, 0, 1 << 26, 0, PMPP_ON_GPU | PMPP_LARGE | PMPP_FULL)

const struct pmpp_case_spec spmv_ell_cases[] = {
    SPMV_SMALL,
    SPMV_OTHER,
    SPMV_RMAT_GATED,
    SPMV_UNIFORM_GATED,
    SPMV_LARGE,
    SPMV_UNIFORM_TIMED,
    // the only row with nonzeros is the last one: 1025 places for each row, 2^31 and 2^21 in all
    {"2^21 rows, the last of 1025",
     {1 << 21, 1025, 0, (1 << 21) - 1},
     SPMV_DENSE_ROW,
     PMPP_ON_GPU | PMPP_LARGE,
     17},
    SPMV_MANY_GATED,
};

const struct pmpp_case_spec spmv_cases[] = {
    SPMV_SMALL, SPMV_OTHER,        SPMV_LONG_ROWS,     SPMV_UNIFORM_GATED, SPMV_RMAT_GATED,
    SPMV_LARGE, SPMV_LARGE_UNEVEN, SPMV_UNIFORM_TIMED, SPMV_RMAT_TIMED,    SPMV_MANY_GATED,
};

// One row of n nonzeros is n + 1 steps: 1248 is the reference's tile; 1792 and 3072 are a whole number of tiles of 256 x 7
// and 256 x 6, and of powers of two up to 2^8 and 2^10. Blocks of 256 searches are full at 256 tiles.
const struct pmpp_case_spec spmv_merge_cases[] = {
    SPMV_SMALL,
    MATRIX("one row of 1790", DENSE_ROW, 1, 1790, 0, 0, SPMV_BOTH),
    MATRIX("one row of 1791", DENSE_ROW, 1, 1791, 0, 0, SPMV_BOTH),
    MATRIX("one row of 1792", DENSE_ROW, 1, 1792, 0, 0, SPMV_BOTH),
    MATRIX("one row of 1247", DENSE_ROW, 1, 1247, 0, 0, SPMV_BOTH),
    MATRIX("one row of 1248", DENSE_ROW, 1, 1248, 0, 0, SPMV_BOTH),
    MATRIX("one row of 3071", DENSE_ROW, 1, 3071, 0, 0, SPMV_BOTH),
    MATRIX("one row of 3072", DENSE_ROW, 1, 3072, 0, 0, SPMV_BOTH),
    SPMV_OTHER,
    MATRIX("no nonzero, 5003 rows", UNIFORM, 5003, 3, 0, 0, SPMV_BOTH),
    MATRIX("no nonzero, 458752 rows: 256 tiles of 1792", UNIFORM, 458752, 3, 0, 0, SPMV_BOTH),
    MATRIX("no nonzero, 319488 rows: 256 tiles of 1248", UNIFORM, 319488, 3, 0, 0, SPMV_BOTH),
    SPMV_LONG_ROWS,
    MATRIX("2 rows, 160001 nonzeros: longer than 32 tiles", UNIFORM, 2, 1009, 160001, 0, SPMV_BOTH),
    SPMV_UNIFORM_GATED,
    MATRIX("star, 4003 rows", STAR, 4003, 0, 0, 0, SPMV_GATED),
    MATRIX("empty rows: 9 in 10, and the last quarter", EMPTY_ROWS, 8009, 1013, 6007, 10, SPMV_GATED),
    SPMV_RMAT_GATED,
    SPMV_LARGE,
    SPMV_LARGE_UNEVEN,
    {"2^28 rows, 2^20 nonzeros",
     {1 << 28, 1 << 20, 1 << 20, 64},
     SPMV_EMPTY_ROWS,
     PMPP_ON_GPU | PMPP_LARGE,
     3},
    SPMV_UNIFORM_TIMED,
    SPMV_RMAT_TIMED,
    MATRIX("grid, 3663 x 3671", GRID, 3663, 3671, 0, 0, PMPP_FULL),
    MATRIX("one dense row, 2^22 rows", DENSE_ROW, 1 << 22, 1 << 22, 1 << 26, 1 << 21, PMPP_FULL),
    MATRIX("star, 2^25 rows", STAR, (1 << 25) + 1, 0, 0, 0, PMPP_FULL),
    MATRIX("empty rows, 7 in 8, 2^24 rows", EMPTY_ROWS, 1 << 24, 1 << 22, 1 << 26, 8, PMPP_FULL),
    MATRIX("long rows, 4096 of 16384", UNIFORM, 1 << 12, 1 << 22, 1 << 26, 0, PMPP_FULL),
    MATRIX("short rows, 2^25 of 2", UNIFORM, 1 << 25, 1 << 22, 1 << 26, 0, PMPP_FULL),
    MATRIX("mesh, 7^3 nodes", MESH, 7, 0, 0, 0, SPMV_BOTH),
    MATRIX("road, 23 x 41", ROAD, 23, 41, 0, 0, SPMV_BOTH),
    MATRIX("circuit, 2003 nodes", CIRCUIT, 2003, 0, 0, 0, SPMV_BOTH),
    MATRIX("web, 701 pages", WEB, 701, 0, 0, 0, SPMV_BOTH),
    MATRIX("linear program, 1203 x 3001", PROGRAM, 1203, 3001, 0, 0, SPMV_BOTH),
    MATRIX("mesh, 136^3 nodes", MESH, 136, 0, 0, 0, PMPP_FULL),
    MATRIX("road, 5003 x 5011", ROAD, 5003, 5011, 0, 0, PMPP_FULL),
    MATRIX("circuit, 12000017 nodes", CIRCUIT, 12000017, 0, 0, 0, PMPP_FULL),
    MATRIX("web, 3000017 pages", WEB, 3000017, 0, 0, 0, PMPP_FULL),
    MATRIX("linear program, 4000003 x 4000037", PROGRAM, 4000003, 4000037, 0, 0, PMPP_FULL),
    // 2^19 steps and more: the reference's form for many tiles. 608 tiles of 864, and a step more; a row of many tiles; tiles
    // with long rows and without; tiles of rows alone.
    MATRIX("one row of 525311", DENSE_ROW, 1, 525311, 0, 0, SPMV_BOTH),
    MATRIX("one row of 525312", DENSE_ROW, 1, 525312, 0, 0, SPMV_BOTH),
    MATRIX("R-MAT, 2^15 rows, 16 a row", RMAT, 15, 0, 1 << 19, 0, SPMV_BOTH),
    MATRIX("empty rows: 6 in 7, and the last quarter, of 400003", EMPTY_ROWS, 400003, 1013, 150001, 7,
           SPMV_BOTH),
    MATRIX("one row of 1246", DENSE_ROW, 1, 1246, 0, 0, SPMV_BOTH),
    MATRIX("one row of 3070", DENSE_ROW, 1, 3070, 0, 0, SPMV_BOTH),
    SPMV_MANY_GATED,
};
