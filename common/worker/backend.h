// What the worker wants of its backend. Each of its libraries has one: backend_emu.c for the emulator, backend_gpu.c for a
// device.
#ifndef PMPP_BACKEND_H
#define PMPP_BACKEND_H

#include "worker/args.h"

// Whether a device buffer ends where its allocation ends, because the backend names the first byte that is touched
// beyond. Else guard bands lie on both sides.
extern const int backend_exact_buffers;

// Further calls after which lost memory counts as a leak: the least that any of them loses.
extern const int backend_leak_repeats;

// Whether a rank's MPI sees copies of what the program sends and receives (messages.c); else the program's own memory.
extern const int backend_stages_messages;

// Saved cases that one process may run; 0: as many as it is given.
extern const int backend_saved_cases;

// Before the first request of a grader. fatal: called where the implementation cannot go on; it does not return.
void backend_start(void (*fatal)(void));

// Fills reply for PMPP_OP_INFO, status included.
void backend_info(struct pmpp_reply *reply);

// Before a case: nothing of an earlier one is left, the report is empty, and there are as many devices as the case needs;
// else -1, and the reply says so.
int backend_reset(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply);

// Round a call: the schedule, counting, and with request->check_leaks what is allocated and not freed (a hazard of the
// report, or reply->leaked_bytes, which may be negative).
void backend_before_call(const struct pmpp_request *request);
void backend_after_call(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply);

// After a call: waits for all work of its devices, and sets device 0. Returns the first cudaError_t. It is no wait of the
// program's.
int backend_wait(const struct pmpp_request *request);

// Copies what was counted and found so far to the memory file.
void backend_report(const struct memory *m);

// Answers PMPP_OP_LOAD, SAMPLE, UNLOAD and COPY.
void backend_time(const struct pmpp_request *request, const struct memory *m, struct pmpp_reply *reply);

// Copies between the host's memory and the device's, before or after a call. Return a cudaError_t.
int backend_upload(void *device, const void *host, size_t bytes);
int backend_download(void *host, const void *device, size_t bytes);

// A number that is another one if a byte of the device memory has changed (transfer.h). Nonzero: the backend has none.
int backend_digest(const void *device, size_t bytes, uint64_t *digest);

// Copies device bytes to the host, for us: it is no copy of the program's. Returns a cudaError_t.
int backend_peek(void *to, const void *from, size_t bytes);

// From now on the device bytes count as never written, where the backend knows such a thing.
void backend_unwritten(const void *device, size_t bytes);

// The name of a device buffer in messages.
void backend_name(const void *device, const char *name);

// Of several implementations in this program, each in a namespace "PREFIXn", the one in PREFIXn runs.
void backend_scope(const char *prefix, int n);

#endif
