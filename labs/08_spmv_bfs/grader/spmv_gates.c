// Lab 08's gates for SpMV: what each format and stage must ask of memory, worked out from the case's own matrix.
#include "spmv.h"

static double spmv_r(const struct pmpp_case *c) {
  return (double)c->param[SPMV_ROWS];
}

static double spmv_n(const struct pmpp_case *c) {
  return (double)c->param[SPMV_NONZEROS];
}

static double spmv_places(const struct pmpp_case *c) {
  return (double)(c->param[SPMV_WIDTH] * c->param[SPMV_ROWS]);
}

static double spmv_reads(const struct pmpp_case *c) {
  return 8 * spmv_n(c);
}

static double spmv_y_twice(const struct pmpp_case *c) {
  return 8 * spmv_r(c);
}

// Side by side, 8 elements are a sector; a request of 32 that begins anywhere touches 5 sectors instead of 4.
static double spmv_coo_sectors(const struct pmpp_case *c) {
  return 1.25 * 3 * spmv_n(c) / 8 + spmv_n(c) + 64;
}

static double spmv_vector_sectors(const struct pmpp_case *c) {
  return 1.5 * 2 * spmv_n(c) / 8 + spmv_n(c) + 6 * spmv_r(c);
}

static double spmv_ell_sectors(const struct pmpp_case *c) {
  return 1.25 * 2 * spmv_places(c) / 8 + spmv_n(c) + 64;
}

// Steps of all warps of 32 rows in the sorted order: as many as its longest row, which is its first, has nonzeros. Each
// diagonal keeps as many warps busy as it has elements, by 32.
static double spmv_jds_steps(const struct pmpp_case *c) {
  const int32_t *start = spmv_ints(c, JDS_START);
  double steps = 0;
  for (int64_t j = 0; j < c->param[SPMV_WIDTH]; j++) steps += (start[j + 1] - start[j] + 31) / 32;
  return steps;
}

static double spmv_jds_requests(const struct pmpp_case *c) {
  return 1.05 * (5 * spmv_jds_steps(c) + 4 * (spmv_r(c) / 32 + 1));
}

static double spmv_jds_sectors(const struct pmpp_case *c) {
  return 12 * spmv_jds_steps(c) + spmv_n(c) + 8 * (spmv_r(c) / 32 + 1);
}

static double spmv_rest(const struct pmpp_case *c) {
  return (double)c->buf[HYB_REST_VALUE].arg.count;
}

static double spmv_hyb_sectors(const struct pmpp_case *c) {
  return 1.25 * (2 * spmv_places(c) + 3 * spmv_rest(c)) / 8 + spmv_n(c) + 64;
}

// A tile of 512 steps or more, with two searches of 32 loads each.
static double spmv_merge_searches(const struct pmpp_case *c) {
  return (spmv_n(c) + spmv_r(c)) / 512 * 2 * 32 + 64;
}

static double spmv_merge_requests(const struct pmpp_case *c) {
  return 1.5 * (3 * spmv_n(c) + 2 * spmv_r(c)) / 32 + spmv_merge_searches(c);
}

static double spmv_merge_sectors(const struct pmpp_case *c) {
  return 1.25 * (2 * spmv_n(c) + 2 * spmv_r(c)) / 8 + spmv_n(c) + spmv_merge_searches(c);
}

static double spmv_merge_atomics(const struct pmpp_case *c) {
  return (spmv_n(c) + spmv_r(c)) / 8 + 32;
}

static double spmv_merge_threads(const struct pmpp_case *c) {
  return (spmv_n(c) + spmv_r(c)) / 16;
}

static double spmv_one_each(const struct pmpp_case *c) {
  return spmv_n(c) + spmv_r(c);
}

// A thread a row. A grid of a fixed size may have blocks without a row; in those that have one, a lane of each warp or a warp of
// each block would leave 7 of 8 threads and more without.
#define SPMV_ROW_THREADS                                                                                     \
  {                                                                                                          \
    EMU_idle_thread_share, PMPP_AT_MOST, NULL, 0.75,                                                         \
        "0.75: of blocks that have rows no more than three quarters of the threads have none",               \
        "let every thread of every block have a row: lanes and warps that return at once keep their places"  \
  }
#define SPMV_READS                                                                                           \
  {                                                                                                          \
    EMU_global_load_bytes, PMPP_AT_LEAST, spmv_reads, 0,                                                     \
        "8 N: the kernels themselves read the column and the value of all N nonzeros",                       \
        "the kernels do not read the matrix: let them compute the result, not the host"                      \
  }
#define SPMV_SUM_IN_REGISTER                                                                                 \
  {                                                                                                          \
    EMU_global_store_bytes, PMPP_AT_MOST, spmv_y_twice, 0,                                                   \
        "8 R: each of the R elements of y stored once, and perhaps set to 0 before",                         \
        "add a row up in a register, and store it when it is complete"                                       \
  }
#define SPMV_NO_ATOMICS                                                                                      \
  {                                                                                                          \
    EMU_global_atomics, PMPP_AT_MOST, NULL, 0, "0: all products of a row meet in one thread or one warp",    \
        "let the threads that have a row's products add them up, and one of them store the sum"              \
  }

const struct pmpp_gate spmv_gates_1[] = {
    SPMV_READS,
    {EMU_global_load_sectors, PMPP_AT_MOST, spmv_coo_sectors, 0,
     "1.25 x 3 N / 8 + N + 64: row, column and value 8 a sector, x at worst a sector for each of the N "
     "nonzeros",
     "neighbouring lanes should have neighbouring nonzeros: thread k nonzero k"},
    {EMU_simt_efficiency, PMPP_AT_LEAST, NULL, 0.7, "0.7: every lane has a nonzero",
     "a thread for each nonzero: no thread waits for a long row"},
    {EMU_global_atomics, PMPP_AT_MOST, spmv_one_each, 0, "N + R: one for each nonzero; R to set y to 0",
     "load with plain loads, and add each product to its row once"},
};

const struct pmpp_gate spmv_gates_2[] = {SPMV_READS, SPMV_NO_ATOMICS, SPMV_SUM_IN_REGISTER, SPMV_ROW_THREADS};

const struct pmpp_gate spmv_gates_3[] = {
    SPMV_READS,
    SPMV_NO_ATOMICS,
    SPMV_SUM_IN_REGISTER,
    {EMU_global_load_sectors, PMPP_AT_MOST, spmv_vector_sectors, 0,
     "1.5 x 2 N / 8 + N + 6 R: columns and values 8 a sector (1.5: requests begin anywhere), x at worst a "
     "sector "
     "for each nonzero; offsets and the rows' ends 6 a row",
     "lane l takes the row's nonzeros l, l + 32, l + 64, ..."},
};

const struct pmpp_gate spmv_gates_4[] = {
    SPMV_READS,
    SPMV_SUM_IN_REGISTER,
    {EMU_global_load_sectors, PMPP_AT_MOST, spmv_ell_sectors, 0,
     "1.25 x 2 P / 8 + N + 64: columns and values of P = width x R places 8 a sector, x at worst a sector "
     "for each "
     "nonzero",
     "neighbouring lanes should have neighbouring rows"},
    SPMV_ROW_THREADS,
};

const struct pmpp_gate spmv_gates_5[] = {
    SPMV_READS,
    SPMV_SUM_IN_REGISTER,
    {EMU_global_load_requests, PMPP_AT_MOST, spmv_jds_requests, 0,
     "1.05 (5 S + 4 (R / 32 + 1)): S steps, the sum of ceil(length / 32) over the diagonals, of at most five "
     "loads",
     "the first diagonal that does not reach the thread's row ends it: the later ones are shorter still"},
    {EMU_global_load_sectors, PMPP_AT_MOST, spmv_jds_sectors, 0,
     "12 S + N + 8 (R / 32 + 1): in each of S steps 5 sectors of columns, 5 of values, 2 of starts; x at "
     "worst one for "
     "each nonzero",
     "neighbouring lanes should have neighbouring rows of the sorted order"},
    SPMV_ROW_THREADS,
};

const struct pmpp_gate spmv_gates_6[] = {
    SPMV_READS,
    {EMU_global_atomics, PMPP_AT_MOST, spmv_rest, 0,
     "M: one for each of the M nonzeros that are in coordinates",
     "in the ELLPACK part a row is one thread's: its sum needs no atomic addition"},
    {EMU_global_load_sectors, PMPP_AT_MOST, spmv_hyb_sectors, 0,
     "1.25 (2 P + 3 M) / 8 + N + 64: P = width x R places, M nonzeros in coordinates, 8 a sector; x at worst "
     "one for "
     "each nonzero",
     "both parts side by side: neighbouring lanes have neighbouring rows, then neighbouring nonzeros"},
};

const struct pmpp_gate spmv_gates_7[] = {
    SPMV_READS,
    {EMU_global_load_requests, PMPP_AT_MOST, spmv_merge_requests, 0,
     "1.5 (3 N + 2 R) / 32 + (N + R) / 8 + 64: every request for 32 elements, whatever the rows; two "
     "searches of 32 "
     "loads for each 512 steps",
     "divide rows and nonzeros together: neither a long row nor many short ones may cost a warp more"},
    {EMU_global_load_sectors, PMPP_AT_MOST, spmv_merge_sectors, 0,
     "1.25 (2 N + 2 R) / 8 + N + (N + R) / 8 + 64: columns, values and offsets 8 a sector, x at worst one "
     "for each "
     "nonzero, searches",
     "load a tile's columns, values and row ends side by side into shared memory first; then divide it into "
     "shares",
     "tiles loaded side by side", 5},
    {EMU_global_atomics, PMPP_AT_MOST, spmv_merge_atomics, 0,
     "(N + R) / 8 + 32: two of each share of 16 steps, for the rows that it has a part of",
     "add up a share's nonzeros in a register: only rows that shares divide need atomics"},
    {EMU_threads, PMPP_AT_LEAST, spmv_merge_threads, 0, "(N + R) / 16: a share is at most 16 steps",
     "more blocks: a single block would use one SM alone"},
};
