// Which function of the timing specimen serves which task of the worker's gpu test.
#include "worker/contract.h"
#include "worker/worker.h"

#define RUN(name)                                                                                            \
  int timing_##name(const int *in, int *out, int64_t n);                                                     \
  static int run_##name(const struct pmpp_io *io) {                                                          \
    return timing_##name(io->arg[0], io->arg[1], io->param[0]);                                              \
  }
RUN(plain)
RUN(stream)
RUN(wait)
RUN(leak)
RUN(beyond)
RUN(before)
RUN(late)

#define ROW(name) PMPP_CALL(#name, timing_##name, run_##name)
const struct pmpp_call pmpp_calls[] = {
    ROW(plain), ROW(stream), ROW(wait), ROW(leak), ROW(beyond), ROW(before), ROW(late),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof *pmpp_calls;
