// Which contract function serves which task.
#include "toy.h"
#include "worker/worker.h"

#define ARGUMENTS io->arg[0], io->count[0], io->arg[1]

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(toy, 1_double, f(ARGUMENTS))                                                                           \
  RUN(toy, 2_triple, f(ARGUMENTS))                                                                           \
  RUN(toy, 3_negate, f(ARGUMENTS))
PMPP_CALLS(CALLS);
