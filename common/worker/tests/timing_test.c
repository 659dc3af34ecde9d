// Test of the worker on a device: guards, leaks, errors, and a clock that sees work wherever it was put.
// timing_test WORKER; exit status 77 where there is no device. With --neighbour behind it, it only loses memory for a second.
#define _GNU_SOURCE
#include "harness.h"
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1 << 26 };

// Median-of-five time of one task, a different input element each time.
static double sample(const char *name, const char *task, int no_blocking, uint32_t expect_expired) {
  double ms[5];
  for (int k = 0; k < 6; k++) {
    struct pmpp_request *r = request(name, PMPP_OP_SAMPLE);
    snprintf(r->task, sizeof r->task, "%s", task);
    r->no_blocking = (uint32_t)no_blocking;
    r->n_patches = r->n_probes = 1;
    r->patch[0] = (struct pmpp_patch){0, 0, 1000 + k, (uint64_t)(-5 - k)};
    r->probe[0] = (struct pmpp_probe){1, 0, 1000 + k};
    expect_status(PMPP_DONE);
    const struct pmpp_reply *reply = &wire->reply;
    if (k == 0) continue; // warm-up: streams are created here
    EXPECT((int32_t)reply->probe[0] == -4 - k, "the probed element is %d", (int32_t)reply->probe[0]);
    EXPECT(reply->blocking_expired == expect_expired, "%u", reply->blocking_expired);
    EXPECT(reply->wall_ms >= reply->ms * 0.9, "wall clock %.4f ms, events %.4f ms", reply->wall_ms,
           reply->ms);
    EXPECT(reply->threads_before && reply->threads_before == reply->threads_after, "%u threads, then %u",
           reply->threads_before, reply->threads_after);
    int i = k - 1;
    for (; i > 0 && ms[i - 1] > reply->ms; i--) ms[i] = ms[i - 1];
    ms[i] = reply->ms;
  }
  printf("%-28s %.4f ms (%.4f to %.4f)\n", name, ms[2], ms[0], ms[4]);
  return ms[2];
}

// The best of three: they share their buffers.
static double copy(const char *name, int64_t bytes) {
  double best = 0;
  for (int k = 0; k < 3; k++) {
    request(name, PMPP_OP_COPY)->param[0] = bytes;
    expect_status(PMPP_DONE);
    EXPECT(wire->reply.ms > 0 && !wire->reply.blocking_expired, "%.4f ms", wire->reply.ms);
    if (k == 0 || wire->reply.ms < best) best = wire->reply.ms;
  }
  printf("%-28s %.4f ms, %.0f GB/s\n", name, best, 2e-6 * (double)bytes / best);
  return best;
}

static void test_runs(void) {
  case_of("results", PMPP_OP_RUN, "plain", 1000, PMPP_DEVICE)->check_leaks = 1;
  expect_status(PMPP_DONE);
  expect_outputs(1000);
  EXPECT(wire->reply.leaked_bytes == 0, "%lld bytes", (long long)wire->reply.leaked_bytes);
  case_of("a leak", PMPP_OP_RUN, "leak", 1000, PMPP_DEVICE)->check_leaks = 1;
  expect_status(PMPP_DONE);
  EXPECT(wire->reply.leaked_bytes == 8 << 20, "%lld bytes", (long long)wire->reply.leaked_bytes);

  static const struct {
    const char *task;
    int64_t n, byte;
  } overruns[] = {{"beyond", 1000, 4000}, {"beyond", 0, 0}, {"before", 1000, -4}};
  for (int i = 0; i < 3; i++) {
    case_of(overruns[i].task, PMPP_OP_RUN, overruns[i].task, overruns[i].n, PMPP_DEVICE);
    expect_status(PMPP_STATUS_GUARD);
    EXPECT(wire->reply.guard_arg == 1 && wire->reply.guard_byte == overruns[i].byte, "argument %u, byte %lld",
           wire->reply.guard_arg, (long long)wire->reply.guard_byte);
  }
}

static void lose_memory(void) {
  for (int k = 0; k < 200; k++) {
    case_of("a neighbour's leak", PMPP_OP_RUN, "leak", 1000, PMPP_DEVICE);
    expect_status(PMPP_DONE);
    usleep(5000);
  }
}

// What another process allocates on the device makes no leak here, and hides none.
static void test_neighbour(const char *program, const char *worker) {
  pid_t neighbour = fork();
  if (neighbour == 0) {
    execl(program, program, worker, "--neighbour", NULL);
    _exit(127);
  }
  int status = 0, calls = 0;
  for (pid_t ended = 0; ended == 0; ended = waitpid(neighbour, &status, WNOHANG), calls++) {
    case_of("results beside a neighbour that loses memory", PMPP_OP_RUN, "plain", 1000, PMPP_DEVICE)
        ->check_leaks = 1;
    expect_status(PMPP_DONE);
    EXPECT(wire->reply.leaked_bytes == 0, "%lld bytes", (long long)wire->reply.leaked_bytes);
    case_of("a leak beside such a neighbour", PMPP_OP_RUN, "leak", 1000, PMPP_DEVICE)->check_leaks = 1;
    expect_status(PMPP_DONE);
    EXPECT(wire->reply.leaked_bytes == 8 << 20, "%lld bytes", (long long)wire->reply.leaked_bytes);
    usleep(20000);
  }
  EXPECT(status == 0, "the neighbour's status is %d", status);
  printf("%d calls beside a neighbour\n", calls);
}

static void test_samples(void) {
  case_of("a sample before the load", PMPP_OP_SAMPLE, "plain", N, PMPP_DEVICE);
  expect_status(PMPP_STATUS_INFRA);
  struct pmpp_request *load = case_of("load", PMPP_OP_LOAD, "plain", N, PMPP_DEVICE);
  load->n_args = 3; // a plan of one element besides
  load->arg[2] = load->arg[0];
  load->arg[2].role = PMPP_PLAN;
  load->arg[2].count = 1;
  expect_status(PMPP_DONE);
  double plain = sample("held", "plain", 0, 0);
  double open = sample("not held", "plain", 1, 0);
  double hidden = sample("on another stream", "stream", 0, 0);
  double waiting = sample("waiting, not held", "wait", 1, 0);
  sample("waiting, held", "wait", 0, 1);
  sample("after a step that is not timed", "planned", 0, 0); // adds 1 while that was called once
  EXPECT(hidden > 0.9 * plain, "%.4f ms against %.4f ms on the default stream", hidden, plain);
  EXPECT(open > 0.9 * plain && open < 2 * plain + 0.2, "%.4f ms, held %.4f ms", open, plain);
  EXPECT(waiting > 0.9 * plain && waiting < 2 * plain + 0.2, "%.4f ms, held %.4f ms", waiting, plain);
  struct pmpp_request *r = case_of("the whole output", PMPP_OP_SAMPLE, "plain", N, PMPP_DEVICE);
  r->n_args = 0;
  r->download_all = 1;
  expect_status(PMPP_DONE);
  EXPECT(harness_out()[N - 1] == 11 + N - 1, "%d", harness_out()[N - 1]);
  double small = copy("copy of 2^28 bytes", 1 << 28), large = copy("copy of 2^29 bytes", 1 << 29);
  EXPECT(large > 1.6 * small && large < 2.4 * small, "%.4f ms and %.4f ms", small, large);
  EXPECT(plain > 0.5 * small && plain < 3 * small, "%.4f ms, a copy of as many bytes %.4f ms", plain, small);
  request("unload", PMPP_OP_UNLOAD);
  expect_status(PMPP_DONE);
}

int main(int argc, char **argv) {
  bool neighbour = argc == 3 && strcmp(argv[2], "--neighbour") == 0;
  if (argc != 2 && !neighbour) {
    fprintf(stderr, "usage: timing_test WORKER [--neighbour]\n");
    return 2;
  }
  harness_start(argv[1], (uint64_t)N * sizeof(int32_t));
  request("info", PMPP_OP_INFO);
  if (ask()->status == PMPP_STATUS_NO_DEVICE) {
    printf("skipped: %s\n", wire->reply.error);
    return 77;
  }
  EXPECT(wire->reply.status == PMPP_DONE && wire->reply.sm > 0 && wire->reply.device_bytes > 0, "\"%s\"",
         wire->reply.error);
  if (neighbour) {
    lose_memory();
    return harness_finish();
  }
  printf("%s, %s\n", wire->reply.device, wire->reply.software);
  test_runs();
  test_neighbour(argv[0], argv[1]);
  test_samples();
  case_of("a wild store", PMPP_OP_RUN, "late", 1000, PMPP_DEVICE);
  expect_status(PMPP_STATUS_CUDA_ERROR);
  EXPECT(strstr(wire->reply.error, "illegal"), "error \"%s\"", wire->reply.error);
  return harness_finish();
}
