// Which contract function serves which task.
#include "toy.h"
#include "worker/worker.h"

#pragma weak toy_1_double
#pragma weak toy_2_triple
#pragma weak toy_3_negate

#define RUN(f)                                                                                               \
  static int run_##f(const struct pmpp_io *io) {                                                             \
    return f(io->arg[0], io->count[0], io->arg[1]);                                                          \
  }
RUN(toy_1_double)
RUN(toy_2_triple)
RUN(toy_3_negate)

const struct pmpp_call pmpp_calls[] = {PMPP_CALL("1_double", toy_1_double, run_toy_1_double),
                                       PMPP_CALL("2_triple", toy_2_triple, run_toy_2_triple),
                                       PMPP_CALL("3_negate", toy_3_negate, run_toy_3_negate)};
const int pmpp_n_calls = 3;
