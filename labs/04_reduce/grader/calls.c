// Lab 04 as the worker sees it: which contract function serves which task.
#include "reduce.h"
#include "worker/worker.h"

#pragma weak reduce_1_interleaved
#pragma weak reduce_2_strided_index
#pragma weak reduce_3_sequential
#pragma weak reduce_4_first_add
#pragma weak reduce_5_unroll_last_warp
#pragma weak reduce_6_shuffle
#pragma weak reduce_7_multi_block
#pragma weak reduce_7_multi_block_int

// Arguments: in, scratch, out. Parameters: n; 1 where the elements are ints.
#define RUN(f)                                                                                               \
  static int run_##f(const struct pmpp_io *io) {                                                             \
    return f(io->arg[0], io->param[0], io->arg[1], io->arg[2]);                                              \
  }
RUN(reduce_1_interleaved)
RUN(reduce_2_strided_index)
RUN(reduce_3_sequential)
RUN(reduce_4_first_add)
RUN(reduce_5_unroll_last_warp)
RUN(reduce_6_shuffle)
RUN(reduce_7_multi_block)
RUN(reduce_7_multi_block_int)

// Task 7 is two functions: an implementation that has only the first has not begun the second.
static int run_7(const struct pmpp_io *io) {
  if (!io->param[1]) return run_reduce_7_multi_block(io);
  return reduce_7_multi_block_int ? run_reduce_7_multi_block_int(io) : PMPP_TODO;
}

const struct pmpp_call pmpp_calls[] = {
    PMPP_CALL("1_interleaved", reduce_1_interleaved, run_reduce_1_interleaved),
    PMPP_CALL("2_strided_index", reduce_2_strided_index, run_reduce_2_strided_index),
    PMPP_CALL("3_sequential", reduce_3_sequential, run_reduce_3_sequential),
    PMPP_CALL("4_first_add", reduce_4_first_add, run_reduce_4_first_add),
    PMPP_CALL("5_unroll_last_warp", reduce_5_unroll_last_warp, run_reduce_5_unroll_last_warp),
    PMPP_CALL("6_shuffle", reduce_6_shuffle, run_reduce_6_shuffle),
    PMPP_CALL("7_multi_block", reduce_7_multi_block, run_7),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];
