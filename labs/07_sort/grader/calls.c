// Lab 07 as the worker sees it: which contract function serves which task.
#include "sort.h"
#include "worker/worker.h"

// Arguments: a, b, out. Parameters: m, n.
PMPP_RUN(sort_1_merge_ranges, io->arg[0], io->param[0], io->arg[1], io->param[1], io->arg[2])
PMPP_RUN(sort_2_merge_tiled, io->arg[0], io->param[0], io->arg[1], io->param[1], io->arg[2])

// Arguments: in, scratch, out. Parameters: n; 1 where the task's second function is asked for. An implementation that
// has only the first has not begun the second.
#define ARGUMENTS io->arg[0], io->param[0], io->arg[1], io->arg[2]

PMPP_WEAK(sort_3_merge_sort);
PMPP_WEAK(sort_3_merge_sort_records);
static int run_3(const struct pmpp_io *io) {
  if (!io->param[1]) return sort_3_merge_sort(ARGUMENTS);
  return sort_3_merge_sort_records ? sort_3_merge_sort_records(ARGUMENTS) : PMPP_TODO;
}

PMPP_RUN(sort_4_radix_1bit, ARGUMENTS)
PMPP_RUN(sort_5_radix_4bit, ARGUMENTS)

PMPP_WEAK(sort_6_radix_onesweep);
PMPP_WEAK(sort_6_radix_onesweep_u64);
static int run_6(const struct pmpp_io *io) {
  if (!io->param[1]) return sort_6_radix_onesweep(ARGUMENTS);
  return sort_6_radix_onesweep_u64 ? sort_6_radix_onesweep_u64(ARGUMENTS) : PMPP_TODO;
}

// Parameters: n, k; k = 0 where tiles are to be sorted.
PMPP_WEAK(sort_7_bitonic);
PMPP_WEAK(sort_7_top_k);
static int run_7(const struct pmpp_io *io) {
  int64_t n = io->param[0], k = io->param[1];
  if (k == 0) return sort_7_bitonic(io->arg[0], n, io->arg[2]);
  return sort_7_top_k ? sort_7_top_k(io->arg[0], n, (int)k, io->arg[1], io->arg[2]) : PMPP_TODO;
}

PMPP_WEAK(sort_8_float_keys);
PMPP_WEAK(sort_8_int_keys);
static int run_8(const struct pmpp_io *io) {
  if (!io->param[1]) return sort_8_float_keys(ARGUMENTS);
  return sort_8_int_keys ? sort_8_int_keys(ARGUMENTS) : PMPP_TODO;
}

// Arguments: key, value, scratch, key_out, value_out. Parameters: n.
PMPP_RUN(sort_9_pairs, io->arg[0], io->arg[1], io->param[0], io->arg[2], io->arg[3], io->arg[4])

const struct pmpp_call pmpp_calls[] = {
    PMPP_CALL("1_merge_sequential_ranges", sort_1_merge_ranges, run_sort_1_merge_ranges),
    PMPP_ROW(sort, 2_merge_tiled),
    PMPP_ROW_BY(sort, 3_merge_sort, run_3),
    PMPP_ROW(sort, 4_radix_1bit),
    PMPP_ROW(sort, 5_radix_4bit),
    PMPP_ROW_BY(sort, 6_radix_onesweep, run_6),
    PMPP_ROW_BY(sort, 7_bitonic, run_7),
    PMPP_ROW_BY(sort, 8_float_keys, run_8),
    PMPP_ROW(sort, 9_pairs),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];
