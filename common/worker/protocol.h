// The words between grader and worker: one memory file, and one byte on a socket each way for each request.
//
// The grader creates a memfd laid out as
//     struct pmpp_wire | data areas (PMPP_ALIGN apart), one for each argument that has one
// and passes it and one end of a SOCK_STREAM socketpair as the descriptors PMPP_FD_MEMORY and PMPP_FD_SOCKET.
// The grader fills wire.request and the inputs, sends one byte, the worker does the request, fills
// wire.reply, wire.report and the outputs, and sends one byte back. End of file on the socket ends the
// worker. Everything the worker writes is untrusted: the grader copies it once and checks every number in the
// copy.
#ifndef PMPP_PROTOCOL_H
#define PMPP_PROTOCOL_H

#include "emu/report.h"
#include <stdint.h>

enum { PMPP_FD_SOCKET = 3, PMPP_FD_MEMORY = 4 };
enum {
  PMPP_MAX_ARGS = 16,
  PMPP_MAX_PARAMS = 8,
  PMPP_MAX_REALS = 4,
  PMPP_MAX_PATCHES = 64,
  PMPP_ALIGN = 4096
};
enum { PMPP_PROTOCOL_VERSION = 10 };

enum pmpp_type {
  PMPP_U8,
  PMPP_I32,
  PMPP_U32,
  PMPP_I64,
  PMPP_U64,
  PMPP_F32,
  PMPP_F64,
  PMPP_F16,  // IEEE binary16; the grader holds its bits as uint16_t
  PMPP_BF16, // the upper half of a float; likewise
  PMPP_U16,
  PMPP_TYPE_COUNT
};
static inline int64_t pmpp_type_size(int type) {
  static const int8_t size[PMPP_TYPE_COUNT] = {1, 4, 4, 8, 8, 4, 8, 2, 2, 2};
  return size[type];
}

static inline int pmpp_type_is_float(int type) {
  return type == PMPP_F32 || type == PMPP_F64 || type == PMPP_F16 || type == PMPP_BF16;
}

enum pmpp_role {
  PMPP_IN,
  PMPP_OUT,
  PMPP_INOUT,
  PMPP_SCRATCH, // undefined before every call
  PMPP_PLAN,    // undefined once; what the step before the calls has left there stays for all of them
};
enum pmpp_place { PMPP_DEVICE, PMPP_HOST };

// Of what a call may leave nothing behind. Handles (emu): of memory, streams, events and pinned host memory.
enum pmpp_leaks { PMPP_LEAKS_OF_NOTHING, PMPP_LEAKS_OF_MEMORY, PMPP_LEAKS_OF_HANDLES };

struct pmpp_arg {
  char name[24];
  uint32_t type, role, place;
  uint32_t misalign; // bytes between a 256-byte boundary and the first element; a multiple of the type's size
  int64_t count;     // elements
  uint64_t offset;   // of the data in the memory file: input (IN, INOUT), output (OUT); else 0
  uint64_t out_offset; // where an INOUT's or OUT's result goes (for OUT equal to offset)
};

enum pmpp_op {
  PMPP_OP_INFO = 1, // reply: device, backend; status NO_DEVICE where there is none
  PMPP_OP_RUN, // allocate, upload, poison, step before, call, check guards and inputs, download, free: one case
  PMPP_OP_LOAD,   // allocate and upload for the following samples
  PMPP_OP_SAMPLE, // patch, restore INOUT, poison, step before (once), flush, call, time, download, probe
  PMPP_OP_UNLOAD, // free what LOAD and COPY allocated
  PMPP_OP_COPY,   // time a device-to-device copy of param[0] bytes by the same method
};

struct pmpp_patch { // one input element that changes before a sample, so that no two samples are the same
  uint32_t arg, pad;
  int64_t index;
  uint64_t bits; // the new element, in the low bytes
};

struct pmpp_probe { // one output element the grader wants back (large outputs are not downloaded whole)
  uint32_t arg, pad;
  int64_t index;
};

struct pmpp_request {
  uint32_t version, op;
  char task[40];
  uint32_t n_args, n_patches, n_probes, download_all; // download_all: also copy the whole outputs back
  struct pmpp_arg arg[PMPP_MAX_ARGS];
  int64_t param[PMPP_MAX_PARAMS];
  double real[PMPP_MAX_REALS];
  uint64_t seed;        // emu: the schedule
  uint32_t no_blocking; // gpu: do not hold the stream while launching (the function synchronises by contract)
  uint32_t check_leaks; // RUN: device memory allocated by the call and not freed is a leak; enum pmpp_leaks
  uint32_t adverse;     // emu: the schedule does what a device seldom does (emu_adverse_schedule)
  int32_t processors;   // emu: of the device; 0: the model's (emu_set_processors)
  int32_t devices;      // that the call uses: 0 to devices - 1; 0: one (emu_set_devices)
  int32_t ranks; // of the job that makes the call, on emu each with its own devices (README.md); 0: no job
  uint32_t keep,
      again; // RUN: the buffers stay for the next RUN; it takes those of the last one, with other contents
  struct pmpp_patch patch[PMPP_MAX_PATCHES];
  struct pmpp_probe probe[PMPP_MAX_PATCHES];
};

enum pmpp_status {
  PMPP_DONE = 1,
  PMPP_STATUS_TODO,       // the function returned PMPP_TODO
  PMPP_STATUS_MISSING,    // the implementation does not define the contract function
  PMPP_STATUS_CUDA_ERROR, // cuda_error, error: by the function's result, or found by the synchronise after it
  PMPP_STATUS_GUARD,      // gpu: a guard band round argument guard_arg was overwritten at byte guard_byte
  PMPP_STATUS_NO_DEVICE,
  PMPP_STATUS_RANK,  // a rank of the job ended, or a call of MPI failed: error says which and where
  PMPP_STATUS_INFRA, // the worker's own trouble (out of memory, bad request): error says what
};

struct pmpp_reply {
  uint32_t status;
  int32_t result;     // what the contract function returned
  int32_t cuda_error; // the first CUDA error seen, from the function or after it
  uint32_t guard_arg;
  int64_t guard_byte;      // relative to the argument's first byte: negative before it
  uint32_t changed;        // RUN: 1 + the first IN or PLAN argument that the call has changed; 0: none
  int64_t changed_element; // the first of its elements that is not what it was
  uint64_t changed_bits;   // that element after the call, in the low bytes
  uint64_t
      launches_before; // RUN, emu: launches of the report that the step before has made; it may be given, and no work begun
  char function[64];     // contract function's name
  char ranks[600];       // while a job runs: where each of its ranks is, in words
  char error[160];       // cudaGetErrorString or the worker's own words
  char device[96];       // INFO: "NVIDIA H200", or "emulator"
  char library[64];      // INFO: what baseline.cu says of its library; else ""
  char software[96];     // INFO: "CUDA 13.0, driver 13.0", or "emulator, GCC 12.2"
  uint32_t sm;           // INFO: 90; 0 on emu
  uint64_t device_bytes; // INFO
  uint32_t devices;      // INFO: that this machine has; 0 on emu
  // INFO: fp32 additions and multiplications a second at the highest clock; 0: not known
  double fp32_ops_per_s;
  int64_t leaked_bytes;      // gpu with check_leaks: device memory that did not come back
  double ms;                 // SAMPLE, COPY: device time by events
  double wall_ms;            // SAMPLE, COPY: host wall clock of the same stretch
  uint32_t blocking_expired; // the held stream had to be let go: the function synchronised inside
  uint32_t threads_before, threads_after; // of the worker process, around the call
  uint64_t probe[PMPP_MAX_PATCHES];       // bits of the probed elements
};

struct pmpp_wire {
  struct pmpp_request request;
  struct pmpp_reply reply;
  struct emu_report report; // emu: counters and hazards of this RUN
};

#endif
