// What the worker's tests share: a worker started as the grader starts one, requests, replies, and checks.
#ifndef PMPP_HARNESS_H
#define PMPP_HARNESS_H

#include "worker/protocol.h"
#include <stdio.h>

extern struct pmpp_wire *wire;
extern int failures;
extern const char *now; // the check at hand, for messages

#define EXPECT(condition, ...)                                                                               \
  do {                                                                                                       \
    if (condition) break;                                                                                    \
    failures++;                                                                                              \
    printf("%s: expected %s: ", now, #condition);                                                            \
    printf(__VA_ARGS__);                                                                                     \
    printf("\n");                                                                                            \
  } while (0)

// Start `worker` with a memory file that has room for an input and an output of `bytes` each.
// Ends the test with status 1 where that fails.
void harness_start(const char *worker, uint64_t bytes);

int32_t *harness_in(void), *harness_out(void);

// A request without arguments; `name` says in messages which check it is.
struct pmpp_request *request(const char *name, int op);

// A request with two int buffers of n elements; the input counts up from 10, the output's area is wiped.
struct pmpp_request *case_of(const char *name, int op, const char *task, int64_t n, int place);

// Send the request, wait for the reply. Ends the test where the worker dies.
const struct pmpp_reply *ask(void);
void expect_status(uint32_t status);

// The output's area holds 11, 12, ... and nothing behind.
void expect_outputs(int64_t n);

// Close the socket, expect the worker to end by itself, print the result. Returns the exit status for main.
int harness_finish(void);

#endif
