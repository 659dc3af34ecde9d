// Which contract function serves which task.
#include "toy.h"
#include "worker/worker.h"

#define RUN(f) PMPP_RUN(f, io->arg[0], io->count[0], io->arg[1])
RUN(toy_1_double)
RUN(toy_2_triple)
RUN(toy_3_negate)

const struct pmpp_call pmpp_calls[] = {PMPP_ROW(toy, 1_double), PMPP_ROW(toy, 2_triple),
                                       PMPP_ROW(toy, 3_negate)};
const int pmpp_n_calls = 3;
