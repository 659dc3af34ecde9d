// Which function of the fixture serves which task of the worker's test.
#include "fixture.h"
#include "worker/worker.h"

#pragma weak fixture_missing

#define RUN(name)                                                                                            \
  static int run_##name(const struct pmpp_io *io) {                                                          \
    return fixture_##name(io->arg[0], io->arg[1], io->param[0]);                                             \
  }
RUN(good)
RUN(todo)
RUN(missing)
RUN(error)
RUN(strange)
RUN(bad_launch)
RUN(beyond)
RUN(before)
RUN(unwritten)
RUN(leak)
RUN(spoil)
RUN(host)
RUN(host_beyond)
RUN(host_before)
RUN(devices)

static int run_update(const struct pmpp_io *io) {
  return fixture_update(io->arg[0], io->param[0]);
}

static int run_ready(const struct pmpp_io *io) {
  return fixture_ready(io->arg[0], io->arg[2]);
}

static int run_good_after(const struct pmpp_io *io) {
  return fixture_good_after(io->arg[2], io->arg[1], io->param[0]);
}

static int run_spoil_after(const struct pmpp_io *io) {
  return fixture_spoil_after(io->arg[2], io->arg[1], io->param[0]);
}

// Hands back where the buffers begin, counted from a 256-byte boundary: the first's in the low byte.
static int run_place(const struct pmpp_io *io) {
  return (int)((uintptr_t)io->arg[0] % 256 + (uintptr_t)io->arg[1] % 256 * 256);
}

#define ROW(name) PMPP_CALL(#name, fixture_##name, run_##name)
const struct pmpp_call pmpp_calls[] = {
    ROW(good),
    ROW(todo),
    ROW(missing),
    ROW(error),
    ROW(strange),
    ROW(bad_launch),
    ROW(beyond),
    ROW(before),
    ROW(unwritten),
    ROW(leak),
    ROW(spoil),
    ROW(host),
    ROW(host_beyond),
    ROW(host_before),
    ROW(devices),
    PMPP_CALL("update", fixture_update, run_update),
    PMPP_CALL("place", fixture_good, run_place),
    PMPP_CALL_AFTER("after", fixture_good_after, run_good_after, fixture_ready, run_ready),
    PMPP_CALL_AFTER("after_spoil", fixture_spoil_after, run_spoil_after, fixture_ready, run_ready),
    PMPP_CALL_AFTER("after_todo", fixture_good, run_good, fixture_todo, run_todo),
    PMPP_CALL_AFTER("after_missing", fixture_good, run_good, fixture_missing, run_missing),
    PMPP_CALL_AFTER("after_error", fixture_good, run_good, fixture_error, run_error),
    PMPP_CALL_AFTER("after_leak", fixture_good, run_good, fixture_leak, run_leak),
    PMPP_CALL_AFTER("after_unwritten", fixture_good, run_good, fixture_unwritten, run_unwritten),
};
const int pmpp_n_calls = sizeof pmpp_calls / sizeof *pmpp_calls;
