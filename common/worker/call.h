// The call of a contract function, and everything that can go wrong in it, for worker.c, sample.c and ranks.
#ifndef PMPP_CALL_H
#define PMPP_CALL_H

#include "worker/args.h"

// The row of pmpp_calls for the request's task; NULL after filling reply (status MISSING, or INFRA).
const struct pmpp_call *call_find(const char *task, struct pmpp_reply *reply);

// After the function returned `result` and the device came to rest with `sync`: fill reply's result,
// cuda_error, error and status (DONE, TODO or CUDA_ERROR). Returns 0 when DONE, else -1.
int call_judge(int result, int sync, struct pmpp_reply *reply);

// Calls what the implementation has to do before the calls, where the task has such a step, and waits for it. Returns 0,
// or -1 after filling reply as call_judge does.
int call_before(const struct pmpp_call *call, const struct args *a, const struct pmpp_request *request,
                struct pmpp_reply *reply);

// Answers PMPP_OP_RUN in this process: fills reply, status included.
void call_run(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply);

// Threads of this process.
uint32_t call_threads(void);

// Maps the memory file. Returns 0, or -1.
int worker_map(int fd, struct memory *m);

// gpu only: PMPP_OP_LOAD, SAMPLE, UNLOAD and COPY. They fill reply, status included.
void sample_load(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply);
void sample_run(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply);
void sample_unload(struct pmpp_reply *reply);
void sample_copy(const struct pmpp_request *request, struct pmpp_reply *reply);

#endif
