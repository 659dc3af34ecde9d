// Test of the worker: speaks the protocol to a fixture worker on the emulator and checks every reply.
// worker_test WORKER
#include "harness.h"
#include <string.h>

enum { LONG = 3 << 18 }; // elements; the worker compares 2^18 of them at a time

static int has_hazard(int kind) {
  for (uint32_t i = 0; i < wire->report.n_hazards; i++)
    if (wire->report.hazard[i].kind == (uint32_t)kind) return 1;
  return 0;
}

static void expect_only_hazard(const char *name, const char *task, int64_t n, int kind) {
  case_of(name, PMPP_OP_RUN, task, n, PMPP_DEVICE)->check_leaks = 1;
  ask();
  EXPECT(has_hazard(kind), "%u hazards, no %s", wire->report.n_hazards, emu_hazard_name(kind));
  EXPECT(wire->report.n_hazards == 1, "%u hazards, the first one %s: %s", wire->report.n_hazards,
         emu_hazard_name((int)wire->report.hazard[0].kind), wire->report.hazard[0].what);
}

static void test_results(void) {
  request("info", PMPP_OP_INFO);
  expect_status(PMPP_DONE);
  EXPECT(!strcmp(wire->reply.device, "emulator (A100)") && wire->reply.sm == 0, "device \"%s\"",
         wire->reply.device);

  static const int64_t sizes[] = {0, 1, 31, 33, 999};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    char name[32];
    snprintf(name, sizeof name, "good, n=%lld", (long long)sizes[i]);
    case_of(name, PMPP_OP_RUN, "good", sizes[i], PMPP_DEVICE)->check_leaks = 1;
    expect_status(PMPP_DONE);
    expect_outputs(sizes[i]);
    EXPECT(wire->report.n_hazards == 0, "%s", wire->report.hazard[0].what);
    EXPECT(wire->report.total.v[EMU_threads] == (uint64_t)(sizes[i] + 31) / 32 * 32, "%llu threads counted",
           (unsigned long long)wire->report.total.v[EMU_threads]);
  }

  struct pmpp_request *r = case_of("an INOUT", PMPP_OP_RUN, "update", 100, PMPP_DEVICE);
  r->n_args = 1;
  r->arg[0].role = PMPP_INOUT;
  r->arg[0].out_offset = r->arg[1].offset;
  expect_status(PMPP_DONE);
  expect_outputs(100);
  EXPECT(harness_in()[0] == 10, "the input in the memory file changed");

  case_of("todo", PMPP_OP_RUN, "todo", 10, PMPP_DEVICE);
  expect_status(PMPP_STATUS_TODO);
  case_of("a missing function", PMPP_OP_RUN, "missing", 10, PMPP_DEVICE);
  expect_status(PMPP_STATUS_MISSING);
  EXPECT(!strcmp(wire->reply.function, "fixture_missing"), "function \"%s\"", wire->reply.function);
  case_of("an error result", PMPP_OP_RUN, "error", 10, PMPP_DEVICE);
  expect_status(PMPP_STATUS_CUDA_ERROR);
  EXPECT(wire->reply.cuda_error == 1 && strstr(wire->reply.error, "invalid argument"), "error %d \"%s\"",
         wire->reply.cuda_error, wire->reply.error);
  case_of("a strange result", PMPP_OP_RUN, "strange", 10, PMPP_DEVICE);
  expect_status(PMPP_STATUS_CUDA_ERROR);
  EXPECT(wire->reply.result == -7 && strstr(wire->reply.error, "-7"), "error \"%s\"", wire->reply.error);
  case_of("a launch that failed unnoticed", PMPP_OP_RUN, "bad_launch", 10, PMPP_DEVICE);
  expect_status(PMPP_STATUS_CUDA_ERROR);
  case_of("the case after an error", PMPP_OP_RUN, "good", 10, PMPP_DEVICE);
  expect_status(PMPP_DONE);
}

static void expect_changed(uint32_t arg, int64_t element, uint64_t bits) {
  expect_status(PMPP_DONE);
  EXPECT(wire->reply.changed == arg && wire->reply.changed_element == element &&
             wire->reply.changed_bits == bits,
         "argument %u - 1, element %lld, %#llx", wire->reply.changed, (long long)wire->reply.changed_element,
         (unsigned long long)wire->reply.changed_bits);
}

// What a call must leave alone is compared after it: inputs, and the plan with what the step before has left.
static void test_changes(void) {
  case_of("inputs left alone", PMPP_OP_RUN, "good", 100, PMPP_DEVICE);
  expect_changed(0, 0, 0);
  case_of("a changed input", PMPP_OP_RUN, "spoil", 100, PMPP_DEVICE);
  expect_changed(1, 99, 0x12345678);
  expect_outputs(100);
  EXPECT(wire->report.n_hazards == 0 && wire->report.bytes_to_host == 0, "%u hazards, %llu bytes to the host",
         wire->report.n_hazards, (unsigned long long)wire->report.bytes_to_host);
  case_of("a changed input on the host", PMPP_OP_RUN, "host", 33, PMPP_HOST);
  expect_changed(1, 0, 0);
  case_of("the last element of a long input", PMPP_OP_RUN, "spoil", LONG, PMPP_DEVICE); // in the third piece
  expect_changed(1, LONG - 1, 0x12345678);
  static const struct {
    uint32_t type, misalign;
    int64_t count, element;
    uint64_t bits;
  } sizes[] = {{PMPP_U8, 0, 400, 396, 0x78}, // the same store, seen as elements of another size
               {PMPP_F16, 0, 200, 198, 0x5678},
               {PMPP_U64, 0, 50, 49, 0x123456780000006c},
               {PMPP_U64, 8, 50, 49, 0x123456780000006c}};
  struct pmpp_request *r;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    r = case_of("elements of another size", PMPP_OP_RUN, "spoil", 100, PMPP_DEVICE);
    r->arg[0].type = sizes[i].type;
    r->arg[0].count = sizes[i].count;
    r->arg[0].misalign = sizes[i].misalign;
    expect_changed(1, sizes[i].element, sizes[i].bits);
  }
  r = case_of("a changed plan", PMPP_OP_RUN, "after_spoil", 100, PMPP_DEVICE);
  r->n_args = 3;
  r->arg[2] = r->arg[0];
  r->arg[2].role = PMPP_PLAN;
  expect_changed(3, 99, 0x12345678);
  EXPECT(wire->report.n_hazards == 0 && wire->report.bytes_to_host == 0, "%u hazards, %llu bytes to the host",
         wire->report.n_hazards, (unsigned long long)wire->report.bytes_to_host);
}

// A step before the call: its plan is there in the call, undefined before the step, and its failures are told as its own.
static void test_steps_before(void) {
  struct pmpp_request *r = case_of("a plan", PMPP_OP_RUN, "after", 100, PMPP_DEVICE);
  r->n_args = 3;
  r->arg[2] = r->arg[0];
  r->arg[2].role = PMPP_PLAN;
  r->check_leaks = 1;
  expect_status(PMPP_DONE);
  expect_outputs(100);
  EXPECT(wire->reply.changed == 0, "argument %u", wire->reply.changed);
  EXPECT(wire->report.n_hazards == 0, "%s", wire->report.hazard[0].what);
  EXPECT(!strcmp(wire->reply.function, "fixture_good_after"), "function \"%s\"", wire->reply.function);
  r = case_of("a plan that nobody made", PMPP_OP_RUN, "unwritten", 100, PMPP_DEVICE);
  r->arg[1].role = PMPP_PLAN;
  ask();
  EXPECT(has_hazard(EMU_HAZARD_UNINITIALISED), "%u hazards", wire->report.n_hazards);

  static const struct {
    const char *task, *function;
    uint32_t status;
  } failing[] = {{"after_todo", "fixture_todo", PMPP_STATUS_TODO},
                 {"after_missing", "fixture_missing", PMPP_STATUS_MISSING},
                 {"after_error", "fixture_error", PMPP_STATUS_CUDA_ERROR}};
  for (int i = 0; i < 3; i++) {
    case_of(failing[i].task, PMPP_OP_RUN, failing[i].task, 10, PMPP_DEVICE);
    expect_status(failing[i].status);
    EXPECT(!strcmp(wire->reply.function, failing[i].function), "function \"%s\"", wire->reply.function);
  }
  expect_only_hazard("a hazard in the step before", "after_unwritten", 10, EMU_HAZARD_UNINITIALISED);
  expect_only_hazard("a leak in the step before", "after_leak", 10, EMU_HAZARD_LEAK);
}

static void test_hazards(void) {
  expect_only_hazard("a store behind a device buffer", "beyond", 10, EMU_HAZARD_OUT_OF_BOUNDS);
  expect_only_hazard("a store before a device buffer", "before", 10, EMU_HAZARD_OUT_OF_BOUNDS);
  expect_only_hazard("a store to an empty buffer", "beyond", 0, EMU_HAZARD_OUT_OF_BOUNDS);
  expect_only_hazard("a read of an output", "unwritten", 10, EMU_HAZARD_UNINITIALISED);
  expect_only_hazard("a leak", "leak", 10, EMU_HAZARD_LEAK);
  expect_outputs(10);
}

static void test_places(void) {
  case_of("boundaries", PMPP_OP_RUN, "place", 3, PMPP_DEVICE);
  ask();
  EXPECT(wire->reply.result == 0, "offsets %#x", (unsigned)wire->reply.result);
  struct pmpp_request *r = case_of("misaligned buffers", PMPP_OP_RUN, "place", 3, PMPP_DEVICE);
  r->arg[0].misalign = 4;
  r->arg[1].misalign = 252;
  ask();
  EXPECT(wire->reply.result == 0xFC04, "offsets %#x", (unsigned)wire->reply.result);
  r = case_of("results in misaligned buffers", PMPP_OP_RUN, "good", 33, PMPP_DEVICE);
  r->arg[0].misalign = r->arg[1].misalign = 4;
  expect_status(PMPP_DONE);
  expect_outputs(33);
  r = case_of("a store into the gap before a misaligned buffer", PMPP_OP_RUN, "before", 33, PMPP_DEVICE);
  r->arg[1].misalign = 8;
  expect_status(PMPP_STATUS_GUARD);
  EXPECT(wire->reply.guard_arg == 1 && wire->reply.guard_byte == -4, "argument %u, byte %lld",
         wire->reply.guard_arg, (long long)wire->reply.guard_byte);

  case_of("host buffers", PMPP_OP_RUN, "host", 33, PMPP_HOST);
  expect_status(PMPP_DONE);
  expect_outputs(33);
  EXPECT(harness_in()[0] == 10, "the implementation reached the input in the memory file");
  case_of("a store behind a host buffer", PMPP_OP_RUN, "host_beyond", 33, PMPP_HOST);
  expect_status(PMPP_STATUS_GUARD);
  EXPECT(wire->reply.guard_arg == 1 && wire->reply.guard_byte == 33 * 4, "argument %u, byte %lld",
         wire->reply.guard_arg, (long long)wire->reply.guard_byte);
  case_of("a store before a host buffer", PMPP_OP_RUN, "host_before", 33, PMPP_HOST);
  expect_status(PMPP_STATUS_GUARD);
  EXPECT(wire->reply.guard_byte == -4, "byte %lld", (long long)wire->reply.guard_byte);
  case_of("a store to an empty host buffer", PMPP_OP_RUN, "host_beyond", 0, PMPP_HOST);
  expect_status(PMPP_STATUS_GUARD);
}

static void test_bad_requests(void) {
  request("another version", PMPP_OP_INFO)->version++;
  expect_status(PMPP_STATUS_INFRA);
  request("no such operation", 99);
  expect_status(PMPP_STATUS_INFRA);
  case_of("no such task", PMPP_OP_RUN, "nonsense", 1, PMPP_DEVICE);
  expect_status(PMPP_STATUS_INFRA);
  request("timing on the emulator", PMPP_OP_SAMPLE);
  expect_status(PMPP_STATUS_INFRA);
  EXPECT(strstr(wire->reply.error, "measures no time"), "error \"%s\"", wire->reply.error);
  case_of("too many arguments", PMPP_OP_RUN, "good", 1, PMPP_DEVICE)->n_args = PMPP_MAX_ARGS + 1;
  expect_status(PMPP_STATUS_INFRA);
  case_of("a negative count", PMPP_OP_RUN, "good", 1, PMPP_DEVICE)->arg[0].count = -1;
  expect_status(PMPP_STATUS_INFRA);
  case_of("a count that overflows", PMPP_OP_RUN, "good", 1, PMPP_DEVICE)->arg[0].count = INT64_MAX / 2;
  expect_status(PMPP_STATUS_INFRA);
  case_of("an input behind the file", PMPP_OP_RUN, "good", 1, PMPP_DEVICE)->arg[0].offset = 1 << 30;
  expect_status(PMPP_STATUS_INFRA);
  case_of("an output over the request", PMPP_OP_RUN, "good", 1, PMPP_DEVICE)->arg[1].out_offset = 8;
  expect_status(PMPP_STATUS_INFRA);
  case_of("a misalignment within an element", PMPP_OP_RUN, "good", 1, PMPP_DEVICE)->arg[0].misalign = 2;
  expect_status(PMPP_STATUS_INFRA);
  case_of("the case after bad requests", PMPP_OP_RUN, "good", 33, PMPP_DEVICE);
  expect_status(PMPP_DONE);
  expect_outputs(33);
}

// A worker has as many devices as its first case asks for. Work of any of them is waited for.
static void test_devices(void) {
  static const uint64_t seeds[] = {2, 1, 4}; // late, at once, others first
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
    const char *task = i ? "good" : "devices"; // device 0 is set again
    struct pmpp_request *r = case_of("three devices", PMPP_OP_RUN, task, 100, PMPP_DEVICE);
    r->devices = 3;
    r->seed = seeds[i];
    expect_status(PMPP_DONE);
    expect_outputs(100);
    EXPECT(wire->report.n_hazards == 0, "%s", wire->report.hazard[0].what);
  }
  case_of("another number of devices", PMPP_OP_RUN, "good", 10, PMPP_DEVICE)->devices = 2;
  expect_status(PMPP_STATUS_INFRA);
  EXPECT(strstr(wire->reply.error, "one number of devices"), "error \"%s\"", wire->reply.error);
  case_of("too many devices", PMPP_OP_RUN, "good", 10, PMPP_DEVICE)->devices = 17;
  expect_status(PMPP_STATUS_INFRA);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: worker_test WORKER\n");
    return 2;
  }
  harness_start(argv[1], LONG * sizeof(int32_t));
  test_results();
  test_steps_before();
  test_changes();
  test_hazards();
  test_places();
  test_bad_requests();
  if (harness_finish()) return 1;
  harness_start(argv[1], 4096);
  test_devices();
  return harness_finish();
}
