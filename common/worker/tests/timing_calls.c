// Which function of the timing fixture serves which task of the worker's gpu test.
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

int timing_ready(int *plan);
int timing_planned(const int *in, const int *plan, int *out, int64_t n);

static int run_ready(const struct pmpp_io *io) {
  return timing_ready(io->arg[2]);
}

static int run_planned(const struct pmpp_io *io) {
  return timing_planned(io->arg[0], io->arg[2], io->arg[1], io->param[0]);
}

#define ROW(name) PMPP_CALL(#name, timing_##name, run_##name)
const struct pmpp_call pmpp_calls[] = {
    ROW(plain),  ROW(stream),
    ROW(wait),   ROW(leak),
    ROW(beyond), ROW(before),
    ROW(late),   PMPP_CALL_AFTER("planned", timing_planned, run_planned, timing_ready, run_ready),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof *pmpp_calls;
