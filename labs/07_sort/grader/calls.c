// Lab 07 as the worker sees it: which contract function serves which task.
#include "sort.h"
#include "worker/worker.h"

// Arguments: a, b, out. Parameters: m, n.
#define MERGE io->arg[0], io->param[0], io->arg[1], io->param[1], io->arg[2]
// Arguments: in, scratch, out. Parameters: n; 1 where the task's second function is asked for.
#define SORT io->arg[0], io->param[0], io->arg[1], io->arg[2]
// Parameters: n, k; k = 0 where tiles are to be sorted.
#define TILES io->arg[0], io->param[0], io->arg[2]
#define TOP_K io->arg[0], io->param[0], (int)io->param[1], io->arg[1], io->arg[2]
// Arguments: key, value, scratch, key_out, value_out. Parameters: n.
#define PAIRS io->arg[0], io->arg[1], io->param[0], io->arg[2], io->arg[3], io->arg[4]

PMPP_FURTHER(sort_8_short_keys, f(SORT))
PMPP_FURTHER(sort_8_byte_keys, f(SORT))

// Stage 8's parameter 1: 0 floats, 1 ints; 2 and 3 keys of 16 and 8 bits.
static int run_small_keys(const struct pmpp_io *io) {
  return io->param[1] == 2 ? run_sort_8_short_keys(io) : run_sort_8_byte_keys(io);
}

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(sort, 1_merge_sequential_ranges, f(MERGE))                                                             \
  RUN(sort, 2_merge_tiled, f(MERGE))                                                                         \
  TWO(sort, 3_merge_sort, sort_3_merge_sort_records, io->param[1], f(SORT), g(SORT))                         \
  RUN(sort, 4_radix_1bit, f(SORT))                                                                           \
  RUN(sort, 5_radix_4bit, f(SORT))                                                                           \
  TWO(sort, 6_radix_onesweep, sort_6_radix_onesweep_u64, io->param[1], f(SORT), g(SORT))                     \
  TWO(sort, 7_bitonic, sort_7_top_k, io->param[1], f(TILES), g(TOP_K))                                       \
  TWO(sort, 8_float_keys, sort_8_int_keys, io->param[1], f(SORT),                                            \
      io->param[1] == 1 ? g(SORT) : run_small_keys(io))                                                      \
  RUN(sort, 9_pairs, f(PAIRS))
PMPP_CALLS(CALLS);
