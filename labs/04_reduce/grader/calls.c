// Lab 04 as the worker sees it: which contract function serves which task.
#include "reduce.h"
#include "worker/worker.h"

// Arguments: in, scratch, out. Parameters: n; 1 where the elements are ints.
#define RUN(f) PMPP_RUN(f, io->arg[0], io->param[0], io->arg[1], io->arg[2])
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
    PMPP_ROW(reduce, 1_interleaved),
    PMPP_ROW(reduce, 2_strided_index),
    PMPP_ROW(reduce, 3_sequential),
    PMPP_ROW(reduce, 4_first_add),
    PMPP_ROW(reduce, 5_unroll_last_warp),
    PMPP_ROW(reduce, 6_shuffle),
    PMPP_ROW_BY(reduce, 7_multi_block, run_7),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof pmpp_calls[0];
