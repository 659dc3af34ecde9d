// Lab 07 as the worker sees it: which contract function serves which task.
#include "sort.h"
#include "worker/worker.h"

#pragma weak sort_1_merge_ranges
#pragma weak sort_2_merge_tiled
#pragma weak sort_3_merge_sort
#pragma weak sort_3_merge_sort_records
#pragma weak sort_4_radix_1bit
#pragma weak sort_5_radix_4bit
#pragma weak sort_6_radix_onesweep
#pragma weak sort_6_radix_onesweep_u64
#pragma weak sort_7_bitonic
#pragma weak sort_7_top_k
#pragma weak sort_8_float_keys
#pragma weak sort_8_int_keys
#pragma weak sort_9_pairs

// Arguments: a, b, out. Parameters: m, n.
static int run_1(const struct pmpp_io *io) {
  return sort_1_merge_ranges(io->arg[0], io->param[0], io->arg[1], io->param[1], io->arg[2]);
}

static int run_2(const struct pmpp_io *io) {
  return sort_2_merge_tiled(io->arg[0], io->param[0], io->arg[1], io->param[1], io->arg[2]);
}

// Arguments: in, scratch, out. Parameters: n; 1 where the task's second function is asked for. An implementation that
// has only the first has not begun the second.
#define RUN(f) f(io->arg[0], io->param[0], io->arg[1], io->arg[2])

static int run_3(const struct pmpp_io *io) {
  if (!io->param[1]) return RUN(sort_3_merge_sort);
  return sort_3_merge_sort_records ? RUN(sort_3_merge_sort_records) : PMPP_TODO;
}

static int run_4(const struct pmpp_io *io) {
  return RUN(sort_4_radix_1bit);
}

static int run_5(const struct pmpp_io *io) {
  return RUN(sort_5_radix_4bit);
}

static int run_6(const struct pmpp_io *io) {
  if (!io->param[1]) return RUN(sort_6_radix_onesweep);
  return sort_6_radix_onesweep_u64 ? RUN(sort_6_radix_onesweep_u64) : PMPP_TODO;
}

// Parameters: n, k; k = 0 where tiles are to be sorted.
static int run_7(const struct pmpp_io *io) {
  int64_t n = io->param[0], k = io->param[1];
  if (k == 0) return sort_7_bitonic(io->arg[0], n, io->arg[2]);
  return sort_7_top_k ? sort_7_top_k(io->arg[0], n, (int)k, io->arg[1], io->arg[2]) : PMPP_TODO;
}

static int run_8(const struct pmpp_io *io) {
  if (!io->param[1]) return RUN(sort_8_float_keys);
  return sort_8_int_keys ? RUN(sort_8_int_keys) : PMPP_TODO;
}

// Arguments: key, value, scratch, key_out, value_out. Parameters: n.
static int run_9(const struct pmpp_io *io) {
  return sort_9_pairs(io->arg[0], io->arg[1], io->param[0], io->arg[2], io->arg[3], io->arg[4]);
}

const struct pmpp_call pmpp_calls[] = {
    PMPP_CALL("1_merge_sequential_ranges", sort_1_merge_ranges, run_1),
    PMPP_CALL("2_merge_tiled", sort_2_merge_tiled, run_2),
    PMPP_CALL("3_merge_sort", sort_3_merge_sort, run_3),
    PMPP_CALL("4_radix_1bit", sort_4_radix_1bit, run_4),
    PMPP_CALL("5_radix_4bit", sort_5_radix_4bit, run_5),
    PMPP_CALL("6_radix_onesweep", sort_6_radix_onesweep, run_6),
    PMPP_CALL("7_bitonic", sort_7_bitonic, run_7),
    PMPP_CALL("8_float_keys", sort_8_float_keys, run_8),
    PMPP_CALL("9_pairs", sort_9_pairs, run_9),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];
