// Lab 04 as the worker sees it: which contract function serves which task.
#include "reduce.h"
#include "worker/worker.h"

// Arguments: in, scratch, out. Parameters: n; 1 where the elements are ints.
#define ARGUMENTS io->arg[0], io->param[0], io->arg[1], io->arg[2]

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(reduce, 1_interleaved, f(ARGUMENTS))                                                                   \
  RUN(reduce, 2_strided_index, f(ARGUMENTS))                                                                 \
  RUN(reduce, 3_sequential, f(ARGUMENTS))                                                                    \
  RUN(reduce, 4_first_add, f(ARGUMENTS))                                                                     \
  RUN(reduce, 5_unroll_last_warp, f(ARGUMENTS))                                                              \
  RUN(reduce, 6_shuffle, f(ARGUMENTS))                                                                       \
  TWO(reduce, 7_multi_block, reduce_7_multi_block_int, io->param[1], f(ARGUMENTS), g(ARGUMENTS))
PMPP_CALLS(CALLS);
