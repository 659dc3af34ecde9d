// The buffers of one case: allocated, filled, guarded and read back around a contract function's call.
#ifndef PMPP_ARGS_H
#define PMPP_ARGS_H

#include "worker/protocol.h"
#include "worker/worker.h"
#include <stddef.h>

// The memory file as this process maps it, and how long it is.
struct memory {
  struct pmpp_wire *wire;
  uint64_t bytes;
  struct emu_report *report; // where this process's goes: the wire's, or that of a rank
  int rank;                  // of a job; only rank 0 hands over outputs
};

// One buffer. Round `data` lie guard bands: `before` and `after` bytes of a known pattern.
struct slot {
  struct pmpp_arg spec;
  unsigned char *base, *data;
  unsigned char *pristine; // device copy of an INOUT's input, where asked for; else NULL
  unsigned char *planned;  // host copy of a PLAN by args_keep_plans; else NULL
  size_t before, bytes, after;
  uint64_t digest; // of an IN as it was uploaded, where it has one
  int has_digest;
};

struct args {
  int n;
  struct slot slot[PMPP_MAX_ARGS];
  struct pmpp_io io; // what the contract function is called with
};

// Every function below returns 0, or -1 after filling reply->status and reply->error.

// Allocate what the request describes, guard bands filled in and PLAN poisoned with 0xFF bytes. With `pristine`, INOUT
// inputs can be restored on the device by args_prepare. After a failure nothing is left allocated.
int args_open(struct args *a, const struct pmpp_request *request, const struct memory *m, int pristine,
              struct pmpp_reply *reply);

// Copy the inputs from the memory file to their buffers (and pristine copies).
int args_upload(struct args *a, const struct memory *m, struct pmpp_reply *reply);

// Change one input element, in the pristine copy too.
int args_patch(struct args *a, const struct pmpp_patch *patch, struct pmpp_reply *reply);

// Before each call: restore INOUT from its pristine copy, poison OUT and SCRATCH with 0xFF bytes.
int args_prepare(struct args *a, struct pmpp_reply *reply);

// After the step before the calls: remember what it has left in PLAN.
int args_keep_plans(struct args *a, struct pmpp_reply *reply);

// Look at every guard band; a changed byte fills status, guard_arg and guard_byte.
int args_check_guards(const struct args *a, struct pmpp_reply *reply);

// Compare IN with the memory file and PLAN with what args_keep_plans has seen; the first element that differs fills
// changed, changed_element and changed_bits, and leaves the status as it is.
int args_check_inputs(const struct args *a, const struct memory *m, struct pmpp_reply *reply);

// Copy every output to the memory file (of a job's ranks the first one alone), or one element's bits to *bits.
int args_download(const struct args *a, const struct memory *m, struct pmpp_reply *reply);
int args_probe(const struct args *a, const struct pmpp_probe *probe, uint64_t *bits,
               struct pmpp_reply *reply);

void args_close(struct args *a);

// Fill reply->status with PMPP_STATUS_INFRA and reply->error with the formatted words; return -1.
int infra(struct pmpp_reply *reply, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
